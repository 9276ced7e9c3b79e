import { Type } from 'typebox';
import { audit } from '../audit/audit.js';
import { defineRoute, type RouteDefinition } from '../contract/route.js';
import { notFound, validationFailed } from '../errors/cubit-error.js';
import { mergePatch } from '../records/merge-patch.js';
import { callerOf, workspaceOf, workspaceParams } from '../http/route-parts.js';
import type { AccessParts } from './access-parts.js';
import { actorOf } from './caller.js';
import { Id, Instant, Name, Slug, strict } from './field-schemas.js';

const TAG = 'Workspaces';
const PATH = '/api/v1/orgs/{workspace}';
const SETTINGS_LIMIT = 200;

const settings = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: SETTINGS_LIMIT,
  description: 'Whatever the clients of the workspace want to keep there.',
  examples: [{ locale: 'en' }],
});
const Workspace = strict({ id: Id, slug: Slug, name: Name, settings, created_at: Instant });
const COLUMNS = ['id', 'slug', 'name', 'settings', 'created_at'] as const;

interface WorkspaceRow {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly settings: Record<string, unknown>;
  readonly created_at: Date;
}

export function workspaceRoutes({ services }: AccessParts): readonly RouteDefinition[] {
  const { database, now } = services;

  const read = defineRoute({
    operationId: 'getWorkspace',
    method: 'GET',
    path: PATH,
    summary: 'Read the workspace',
    tag: TAG,
    access: 'viewer',
    params: workspaceParams,
    responses: { 200: { description: 'The workspace.', schema: Workspace } },
    async handler(request) {
      const { id } = workspaceOf(request);
      const query = database.db
        .selectFrom('workspace')
        .select(COLUMNS)
        .where('id', '=', id)
        .where('deleted_at', 'is', null);
      const workspace = await query.executeTakeFirst();
      if (!workspace) throw notFound('Workspace');
      return { status: 200, body: show(workspace) };
    },
  });

  const change = defineRoute({
    operationId: 'updateWorkspace',
    method: 'PATCH',
    path: PATH,
    summary: 'Change the workspace',
    description:
      'Name and settings; the slug stays, because paths and links hold it. In settings, `null` removes and what is absent stays.',
    tag: TAG,
    access: 'admin',
    params: workspaceParams,
    body: {
      schema: strict({ name: Type.Optional(Name), settings: Type.Optional(settings) }),
      mediaTypes: ['application/merge-patch+json', 'application/json'],
      example: { name: 'Maker lab', settings: { locale: 'en' } },
    },
    responses: { 200: { description: 'The workspace as it is now.', schema: Workspace } },
    errors: ['validation_failed'],
    async handler(request) {
      const { id } = workspaceOf(request);
      const { name, settings: patch } = request.body;
      const body = await request.transaction(async (tx) => {
        const query = tx.db
          .selectFrom('workspace')
          .select(COLUMNS)
          .where('id', '=', id)
          .where('deleted_at', 'is', null);
        const before = await query.forUpdate().executeTakeFirst();
        if (!before) throw notFound('Workspace');
        const after = { name: name ?? before.name, settings: patched(before.settings, patch) };
        await tx.db
          .updateTable('workspace')
          .set((update) => ({
            name: after.name,
            settings: JSON.stringify(after.settings),
            schema_version: update('schema_version', '+', 1),
          }))
          .where('id', '=', id)
          .execute();
        const entry = { workspaceId: id, actor: actorOf(callerOf(request)), address: request.address };
        const target = { workspace_id: id, changed: Object.keys(request.body) };
        await audit(tx, { ...entry, action: 'workspace.updated', target });
        return show({ ...before, ...after });
      });
      return { status: 200, body };
    },
  });

  const remove = defineRoute({
    operationId: 'deleteWorkspace',
    method: 'DELETE',
    path: PATH,
    summary: 'Delete the workspace',
    description:
      'With everything in it, for good. Its slug is free at once, and the API tokens that are bound to it are gone.',
    tag: TAG,
    access: 'owner',
    params: workspaceParams,
    body: {
      schema: strict({ confirm: Type.String({ description: 'The slug of the workspace.' }) }),
      example: { confirm: 'maker-lab' },
    },
    responses: { 204: { description: 'Deleted.' } },
    errors: ['validation_failed'],
    async handler(request) {
      const { id, slug } = workspaceOf(request);
      if (request.body.confirm !== slug)
        throw validationFailed([{ path: '/confirm', code: 'wrong', message: 'must be the slug of the workspace.' }]);
      await request.transaction(async (tx) => {
        const query = tx.db.updateTable('workspace').set({ deleted_at: now() }).where('id', '=', id);
        const deleted = await query.where('deleted_at', 'is', null).returning('id').executeTakeFirst();
        if (!deleted) throw notFound('Workspace');
        await tx.db.deleteFrom('api_token').where('workspace_id', '=', id).execute();
        // Without the workspace's id: the entries that bear it are purged with all that it owned.
        const entry = { workspaceId: null, actor: actorOf(callerOf(request)), address: request.address };
        await audit(tx, { ...entry, action: 'workspace.deleted', target: { workspace_id: id, slug } });
      });
      return { status: 204 };
    },
  });

  return [read, change, remove];
}

function patched(settingsBefore: Record<string, unknown>, patch: unknown): Record<string, unknown> {
  if (patch === undefined) return settingsBefore;
  const merged = mergePatch(settingsBefore, patch) as Record<string, unknown>;
  if (Object.keys(merged).length <= SETTINGS_LIMIT) return merged;
  throw validationFailed([
    { path: '/settings', code: 'too_many', message: `must have at most ${SETTINGS_LIMIT} members.` },
  ]);
}

function show({ id, slug, name, settings: kept, created_at }: WorkspaceRow) {
  return { id, slug, name, settings: kept, created_at: created_at.toISOString() };
}
