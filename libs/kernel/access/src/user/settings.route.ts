import { sql } from 'kysely';
import { Type, type Static } from 'typebox';
import { fail, listSchema, notFound, validationFailed } from '@cubit/core';
import { type Caller, callerOf, completePage, completeQuery, type RouteDefinition } from '@cubit/core/host';
import { type Database, defineRoute } from '@cubit/database';
import type { AccessParts } from '../access-parts.js';
import { Instant, strict } from './field-schemas.js';

const TAG = 'Account';
const PATH = '/api/v1/me/settings';
const MAX_KEYS = 200;
const MAX_BYTES = 64 * 1024;
/** In place of a workspace's id, for settings that hold in all workspaces. */
const EVERYWHERE = '00000000-0000-0000-0000-000000000000';

const Key = Type.String({
  pattern: '^[a-z0-9][a-z0-9._:-]{0,99}$',
  description: 'Name of the setting.',
  examples: ['theme'],
});
const Workspace = Type.Optional(
  Type.String({
    maxLength: 63,
    description: 'Slug or id of a workspace of yours. Without it: settings that hold in all workspaces.',
  }),
);
const Value = Type.Unknown({ description: 'Any JSON value, up to 64 KiB.' });
const Setting = Type.Object(
  { key: Key, value: Value, updated_at: Instant },
  { additionalProperties: false, $id: 'PersonalSetting' },
);

interface SettingRow {
  readonly key: string;
  readonly value: unknown;
  readonly updated_at: Date;
}

/** What an app keeps for a person, the same on every device: columns, favourites, theme. The server does not interpret it. */
export function settingsRoutes(parts: AccessParts): readonly RouteDefinition[] {
  return [listRoute(parts), putRoute(parts), deleteRoute(parts)];
}

function listRoute({ services }: AccessParts): RouteDefinition {
  const { database } = services;
  return defineRoute({
    operationId: 'listMySettings',
    method: 'GET',
    path: PATH,
    summary: 'List your settings',
    description: 'What apps have stored for you: for all workspaces, or with `workspace` for one of them.',
    tag: TAG,
    access: 'user',
    query: strict({ ...completeQuery, workspace: Workspace }),
    responses: { 200: { description: 'All settings, by key.', schema: listSchema(Setting) } },
    errors: ['invalid_cursor', 'not_found', 'forbidden'],
    async handler(request) {
      const caller = callerOf(request);
      const { workspace, ...query } = request.query;
      const rows = await database.db
        .selectFrom('user_setting')
        .select(['key', 'value', 'updated_at'])
        .where('user_id', '=', caller.user.id)
        .where('workspace_id', '=', await workspaceIdOf(database, caller, workspace))
        .orderBy('key')
        .execute();
      const body = completePage(query, {
        list: `my-settings/${workspace ?? ''}`,
        items: rows,
        idOf: ({ key }) => key,
        rowOf: show,
      });
      return { status: 200, body };
    },
  });
}

function putRoute({ services }: AccessParts): RouteDefinition {
  const { database, now } = services;
  return defineRoute({
    operationId: 'putMySetting',
    method: 'PUT',
    path: `${PATH}/{key}`,
    summary: 'Store a setting of yours',
    description: `The body is the value: any JSON value up to 64 KiB. You can have ${MAX_KEYS} settings, and ${MAX_KEYS} more in each workspace.`,
    tag: TAG,
    access: 'user',
    params: strict({ key: Key }),
    query: strict({ workspace: Workspace }),
    body: { schema: Value, example: { columns: ['name', 'available'], density: 'compact' } },
    responses: { 200: { description: 'The setting as it is now.', schema: Setting } },
    errors: ['conflict', 'forbidden', 'not_found', 'validation_failed'],
    async handler(request) {
      const caller = callerOf(request);
      const { key } = request.params;
      const text = JSON.stringify(request.body);
      if (Buffer.byteLength(text) > MAX_BYTES)
        throw validationFailed([
          { path: '', code: 'too_long', message: `must be at most ${MAX_BYTES} bytes of JSON.` },
        ]);
      const workspace_id = await workspaceIdOf(database, caller, request.query.workspace);
      const owner = { user_id: caller.user.id, workspace_id };
      const row = await request.transaction(async (tx) => {
        // Two requests that store the last permitted key wait for each other.
        await sql`select 1 from app_user where id = ${caller.user.id} for no key update`.execute(tx.db);
        const others = await tx.db
          .selectFrom('user_setting')
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .where('user_id', '=', owner.user_id)
          .where('workspace_id', '=', workspace_id)
          .where('key', '<>', key)
          .executeTakeFirstOrThrow();
        if (Number(others.count) >= MAX_KEYS)
          throw fail('conflict', `You have ${MAX_KEYS} settings here; delete one first.`);
        const values = { value: text, updated_at: now() };
        return tx.db
          .insertInto('user_setting')
          .values({ ...owner, key, ...values })
          .onConflict((conflict) => conflict.columns(['user_id', 'workspace_id', 'key']).doUpdateSet(values))
          .returning(['key', 'value', 'updated_at'])
          .executeTakeFirstOrThrow();
      });
      return { status: 200, body: show(row) };
    },
  });
}

function deleteRoute({ services }: AccessParts): RouteDefinition {
  const { database } = services;
  return defineRoute({
    operationId: 'deleteMySetting',
    method: 'DELETE',
    path: `${PATH}/{key}`,
    summary: 'Delete a setting of yours',
    tag: TAG,
    access: 'user',
    params: strict({ key: Key }),
    query: strict({ workspace: Workspace }),
    responses: { 204: { description: 'Deleted.' } },
    errors: ['forbidden', 'not_found'],
    async handler(request) {
      const caller = callerOf(request);
      const workspaceId = await workspaceIdOf(database, caller, request.query.workspace);
      const { numDeletedRows } = await request.transaction((tx) =>
        tx.db
          .deleteFrom('user_setting')
          .where('user_id', '=', caller.user.id)
          .where('workspace_id', '=', workspaceId)
          .where('key', '=', request.params.key)
          .executeTakeFirst(),
      );
      if (numDeletedRows === 0n) throw notFound('Setting');
      return { status: 204 };
    },
  });
}

/** The workspace that a setting belongs to; 404 for one that the caller is not a member of. */
async function workspaceIdOf(
  database: Database,
  { user, boundWorkspaceId }: Caller,
  named: string | undefined,
): Promise<string> {
  if (named === undefined && boundWorkspaceId !== null)
    throw fail('forbidden', 'A token that is bound to a workspace reaches only the settings of that workspace.');
  if (named === undefined) return EVERYWHERE;
  const row = await database.db
    .selectFrom('member')
    .innerJoin('workspace', 'workspace.id', 'member.workspace_id')
    .select('workspace.id')
    .where('member.user_id', '=', user.id)
    .where('workspace.deleted_at', 'is', null)
    .where((where) =>
      where.or([where('workspace.slug', '=', named), where(sql<string>`workspace.id::text`, '=', named)]),
    )
    .$if(boundWorkspaceId !== null, (query) => query.where('workspace.id', '=', boundWorkspaceId))
    .executeTakeFirst();
  if (!row) throw notFound('Workspace');
  return row.id;
}

function show({ key, value, updated_at }: SettingRow): Static<typeof Setting> {
  return { key, value, updated_at: updated_at.toISOString() };
}
