import { Type } from 'typebox';
import { audit } from '../audit/audit.js';
import { notFound, validationFailed } from '@cubit/core';
import { defineRoute } from '@cubit/database';
import { actorOf, callerOf, mergePatch, type RouteDefinition, workspaceOf, workspaceParams } from '@cubit/core/host';
import type { AccessParts } from '../access-parts.js';
import { Id, Instant, Name, Slug, strict } from '../user/field-schemas.js';

const TAG = 'Workspaces';
const PATH = '/api/v1/orgs/{workspace}';
const SETTINGS_LIMIT = 200;

const settings = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: SETTINGS_LIMIT,
  description: 'Free-form settings for the clients of the workspace.',
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

export function workspaceRoutes(parts: AccessParts): readonly RouteDefinition[] {
  return [getWorkspaceRoute(parts), updateWorkspaceRoute(), deleteWorkspaceRoute(parts)];
}

function getWorkspaceRoute({ services }: AccessParts): RouteDefinition {
  const { database } = services;

  return defineRoute({
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
}

function updateWorkspaceRoute(): RouteDefinition {
  return defineRoute({
    operationId: 'updateWorkspace',
    method: 'PATCH',
    path: PATH,
    summary: 'Change the workspace',
    description:
      'Changes the name and the settings. The slug cannot be changed, because paths and links contain it. In settings, `null` removes a member and absent members stay.',
    tag: TAG,
    access: 'admin',
    params: workspaceParams,
    body: {
      schema: strict({ name: Type.Optional(Name), settings: Type.Optional(settings) }),
      mediaTypes: ['application/merge-patch+json', 'application/json'],
      example: { name: 'Maker lab', settings: { locale: 'en' } },
    },
    responses: { 200: { description: 'The changed workspace.', schema: Workspace } },
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
}

function deleteWorkspaceRoute({ services, streams }: AccessParts): RouteDefinition {
  const { now } = services;

  return defineRoute({
    operationId: 'deleteWorkspace',
    method: 'DELETE',
    path: PATH,
    summary: 'Delete the workspace',
    description:
      'Deletes the workspace and all its data permanently. Its slug can be reused at once. API tokens bound to it are deleted.',
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
        await streams.endStreams(tx);
        // Without the workspace's id, because entries with the id are purged with the workspace.
        const entry = { workspaceId: null, actor: actorOf(callerOf(request)), address: request.address };
        await audit(tx, { ...entry, action: 'workspace.deleted', target: { workspace_id: id, slug } });
      });
      return { status: 204 };
    },
  });
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
