import { Type } from 'typebox';
import { audit } from '../audit/audit.js';
import { errorOf, fail, listSchema, notFound, pageQuery, validationFailed } from '@cubit/core';
import { countRows, type Database, defineRoute } from '@cubit/database';
import { actorOf, type Caller, callerOf, type Registry, type Role, type RouteDefinition } from '@cubit/core/host';
import type { AccessParts } from '../access-parts.js';
import { Id, Instant, Name, RoleName, Slug, strict } from '../user/field-schemas.js';
import { joinByInvitation } from '../invitation/join-by-invitation.js';
import { listPage } from '../list/list-page.js';
import { requireUnbound } from '../credential/caller-limits.js';

const TAG = 'Workspaces';
const PATH = '/api/v1/me/orgs';
const MODULES_LIMIT = 200;

const OwnWorkspace = strict({ id: Id, slug: Slug, name: Name, role: RoleName, created_at: Instant });

const CreatedWorkspace = strict({
  ...OwnWorkspace.properties,
  job: Type.Optional(
    Type.String({ format: 'uuid', description: 'With `sample`: the job of the workspace that loads it.' }),
  ),
});

interface NewWorkspace {
  readonly slug: string;
  readonly name: string;
  readonly modules?: readonly string[];
  readonly sample?: string;
}

function sampleSchema(names: readonly string[]) {
  return Type.Unsafe<string>({
    type: 'string',
    enum: [...names],
    description: 'A sample to load, as a job. The modules that it needs are enabled.',
  });
}

interface OwnWorkspaceRow {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly role: Role;
  readonly created_at: Date;
}

export function ownWorkspaceRoutes(parts: AccessParts): readonly RouteDefinition[] {
  return [listMyWorkspacesRoute(parts), createWorkspaceRoute(parts), acceptInvitationRoute(parts)];
}

function listMyWorkspacesRoute({ services }: AccessParts): RouteDefinition {
  const { database } = services;

  return defineRoute({
    operationId: 'listMyWorkspaces',
    method: 'GET',
    path: PATH,
    summary: 'List your workspaces',
    description: 'With your role in each. With a bound token, only its workspace is listed.',
    tag: TAG,
    access: 'user',
    query: strict(pageQuery),
    responses: { 200: { description: 'A page of workspaces.', schema: listSchema(OwnWorkspace) } },
    errors: ['invalid_cursor'],
    async handler(request) {
      const workspaces = workspacesOf(database, callerOf(request));
      const page = await listPage<OwnWorkspaceRow>(request.query, {
        list: 'my-workspaces',
        rows: (after, limit) =>
          workspaces
            .select(['workspace.id', 'workspace.slug', 'workspace.name', 'member.role', 'workspace.created_at'])
            .$if(after !== null, (query) => query.where('member.workspace_id', '>', after))
            .orderBy('member.workspace_id')
            .limit(limit)
            .execute(),
        total: () => countRows(workspaces),
        idOf: ({ id }) => id,
      });
      return { status: 200, body: { ...page, data: page.data.map(show) } };
    },
  });
}

function createWorkspaceRoute({ services }: AccessParts): RouteDefinition {
  const { registry, newId, now, samples } = services;
  const sampleNames = Object.keys(samples?.modules ?? {});

  return defineRoute({
    operationId: 'createWorkspace',
    method: 'POST',
    path: PATH,
    summary: 'Create a workspace',
    description: 'You become its owner. The modules that the named ones require are also enabled.',
    tag: TAG,
    access: 'user',
    body: {
      schema: strict({
        slug: Slug,
        name: Name,
        modules: Type.Optional(
          Type.Array(Type.String(), {
            maxItems: MODULES_LIMIT,
            uniqueItems: true,
            description: 'Names of the modules to enable. Default: only those that are part of every workspace.',
          }),
        ),
        ...(sampleNames.length === 0 ? {} : { sample: Type.Optional(sampleSchema(sampleNames)) }),
      }),
      example: { slug: 'maker-lab', name: 'Maker lab', modules: ['inventory'] },
    },
    responses: { 201: { description: 'Created.', schema: CreatedWorkspace } },
    errors: ['already_exists', 'forbidden', 'validation_failed'],
    async handler(request) {
      const caller = callerOf(request);
      requireUnbound(caller);
      const { slug, name, modules = [], sample } = request.body as NewWorkspace;
      const needed = sample === undefined ? [] : (samples?.modules[sample] ?? []);
      const enabled = modulesWithRequirements(registry, [...new Set([...modules, ...needed])]);
      const body = await request.transaction(async (tx) => {
        const at = now();
        const userId = caller.user.id;
        const workspace = await tx.db
          .insertInto('workspace')
          .values({ id: newId(), slug, name, settings: '{}', created_at: at, created_by: userId, deleted_at: null })
          .onConflict((conflict) => conflict.column('slug').where('deleted_at', 'is', null).doNothing())
          .returning(['id', 'slug', 'name', 'created_at'])
          .executeTakeFirst();
        if (!workspace) throw slugTaken();
        const { id } = workspace;
        await tx.db
          .insertInto('member')
          .values({ workspace_id: id, user_id: userId, role: 'owner', created_at: at })
          .execute();
        const rows = [...enabled].map((module) => ({ workspace_id: id, module, enabled: true, settings: '{}' }));
        if (rows.length > 0) await tx.db.insertInto('workspace_module').values(rows).execute();
        const entry = { workspaceId: id, actor: actorOf(caller), address: request.address };
        await audit(tx, {
          ...entry,
          action: 'workspace.created',
          target: { workspace_id: id, slug, modules: [...enabled] },
        });
        const actor = actorOf(caller);
        const job =
          sample === undefined ? undefined : await samples?.enqueue(tx, { workspaceId: id, sample, userId, actor });
        return { ...show({ ...workspace, role: 'owner' }), ...(job === undefined ? {} : { job }) };
      });
      return { status: 201, headers: { location: `/api/v1/orgs/${body.slug}` }, body };
    },
  });
}

function acceptInvitationRoute({ services }: AccessParts): RouteDefinition {
  const { now } = services;

  return defineRoute({
    operationId: 'acceptInvitation',
    method: 'POST',
    path: '/api/v1/me/invitations/{token}/accept',
    summary: 'Join a workspace by invitation',
    description:
      'An invitation can be accepted once, within seven days, by the account with the invited address. With `bind: false`, any account can accept it.',
    tag: TAG,
    access: 'user',
    params: strict({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
    responses: { 200: { description: 'Joined; the workspace and your role in it.', schema: OwnWorkspace } },
    errors: ['not_found', 'conflict', 'forbidden'],
    async handler(request) {
      const caller = callerOf(request);
      requireUnbound(caller);
      const body = await request.transaction(async (tx) => {
        const { id: userId, email } = caller.user;
        const joined = await joinByInvitation(tx, request.params.token, { userId, email, at: now() });
        if (!joined) throw notFound('Invitation');
        if (!joined.isNew) throw fail('conflict', 'You are already a member of this workspace.');
        const { workspaceId, slug, name, role, createdAt, invitationId } = joined;
        const target = { user_id: userId, role, invitation_id: invitationId };
        const { address } = request;
        await audit(tx, { workspaceId, actor: actorOf(caller), action: 'member.joined', target, address });
        return show({ id: workspaceId, slug, name, role, created_at: createdAt });
      });
      return { status: 200, body };
    },
  });
}

/** The workspaces that a caller may see: with a bound token, its workspace only. */
function workspacesOf(database: Database, { user, boundWorkspaceId }: Caller) {
  const all = database.db
    .selectFrom('member')
    .innerJoin('workspace', 'workspace.id', 'member.workspace_id')
    .where('member.user_id', '=', user.id)
    .where('workspace.deleted_at', 'is', null);
  return boundWorkspaceId === null ? all : all.where('member.workspace_id', '=', boundWorkspaceId);
}

function show({ id, slug, name, role, created_at }: OwnWorkspaceRow) {
  return { id, slug, name, role, created_at: created_at.toISOString() };
}

function slugTaken() {
  const message = 'is used by another workspace.';
  return errorOf('already_exists', `The slug ${message}`, {
    details: [{ path: '/slug', code: 'already_exists', message }],
  });
}

/** Returns the named modules and all that they require. Throws `422` at `/modules/<i>` for a module that is not installed. */
function modulesWithRequirements(registry: Registry, names: readonly string[]): ReadonlySet<string> {
  const unknown = names.flatMap((name, index) =>
    registry.modules.has(name)
      ? []
      : [{ path: `/modules/${index}`, code: 'unknown', message: 'is not an installed module.' }],
  );
  if (unknown.length > 0) throw validationFailed(unknown);
  const needed = new Set(names);
  // A set is iterated in insertion order, so members added during the loop are visited as well.
  for (const name of needed)
    for (const required of registry.modules.get(name)?.definition.requires ?? []) needed.add(required);
  return needed;
}
