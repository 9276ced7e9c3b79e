import { auditChange } from '@cubit/access';
import { fail, listSchema, notFound, pageQuery, readPage } from '@cubit/core';
import { callerOf, type PageQuery, type RouteDefinition, type RouteRequest, workspaceOf } from '@cubit/core/host';
import { defineRoute, type Transaction } from '@cubit/database';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { workspaceParams } from '@cubit/core/host';
import type { DriveContext } from '../drive-context.js';
import { LIST_OPERATION, SCOPE } from '../scopes.js';
import { driveIn, type TabRow } from '../tables/schema.js';
import { pathPattern } from './path-pattern.js';
import { aliveSince, requireSession, requireToken, TAB_LIFETIME_MS } from './tab-access.js';
import { common, listedTab, tabBody, tabParams, tabState, TABS_PATH } from './tab-schemas.js';

/** Of one person in one workspace. */
const MAX_TABS = 20;

export function tabRoutes(context: DriveContext): readonly RouteDefinition[] {
  return [registerRoute(context), stopRoute(context), listRoute(context)];
}

function registerRoute({ services }: DriveContext): RouteDefinition {
  return defineRoute({
    ...common,
    operationId: 'registerDrivenTab',
    method: 'PUT',
    path: `${TABS_PATH}/{id}`,
    summary: 'Let agents drive this tab',
    description:
      'For the tab itself, with a session, after its owner asked for it. The tab lives for 60 seconds: register it again every 20, and whenever its path changes.',
    params: tabParams,
    body: { schema: tabBody, example: { path: '/w/workshop', visible: true, following: true } },
    responses: { 200: { description: 'Registered.', schema: tabState } },
    errors: ['validation_failed', 'drive_disabled', 'forbidden', 'not_found', 'rate_limited'],
    async handler(request) {
      requireSession(request);
      const body = await request.transaction(async (tx) => {
        await register(tx, request, services.now());
        return {
          expires_at: new Date(services.now().getTime() + TAB_LIFETIME_MS).toISOString(),
          agents: await agentNames(tx, request, services.now()),
        };
      });
      return { status: 200, body };
    },
  });
}

type RegisterRequest = Pick<
  RouteRequest<{ id: string }, unknown, { path: string; visible: boolean; following?: boolean }>,
  'params' | 'body' | 'caller' | 'workspace' | 'address'
>;

async function register(tx: Transaction, request: RegisterRequest, now: Date): Promise<void> {
  const db = driveIn(tx.db);
  const { user, credential } = callerOf(request);
  const own = { workspace_id: workspaceOf(request).id, user_id: user.id } as const;
  const { id } = request.params;
  const path = (request.body.path.split(/[?#]/)[0] ?? '/').slice(0, 2_000);
  const state = { path, visible: request.body.visible, following: request.body.following ?? true, seen_at: now };
  await db
    .deleteFrom('drive_tab')
    .where('workspace_id', '=', own.workspace_id)
    .where('seen_at', '<=', aliveSince(now))
    .execute();
  const before = await db
    .selectFrom('drive_tab')
    .select(['id', 'user_id'])
    .where('workspace_id', '=', own.workspace_id)
    .where((where) => where.or([where('user_id', '=', user.id), where('id', '=', id)]))
    .execute();
  const known = before.find((tab) => tab.id === id);
  if (known && known.user_id !== user.id) throw notFound('Tab');
  if (!known && before.length >= MAX_TABS) throw fail('rate_limited', `At most ${MAX_TABS} tabs can be driven.`);
  const row = { ...own, ...state, id, session_id: credential.id };
  await db
    .insertInto('drive_tab')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'id'])
        .doUpdateSet({ ...state, session_id: credential.id })
        .where('drive_tab.user_id', '=', user.id),
    )
    .execute();
  if (!known) await auditChange(tx, request, { action: 'tab.registered', target: { id, path: pathPattern(path) } });
}

/** Names of the caller's tokens with the scope, for the bar of the tab. */
async function agentNames(
  tx: Transaction,
  request: Pick<RouteRequest, 'caller' | 'workspace'>,
  now: Date,
): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from api_token
    where user_id = ${callerOf(request).user.id} and revoked_at is null and ${SCOPE} = any(scopes)
      and (expires_at is null or expires_at > ${now}) and (workspace_id is null or workspace_id = ${workspaceOf(request).id})
    order by name limit 20`.execute(tx.db);
  return rows.map(({ name }) => name);
}

function stopRoute({ bell }: DriveContext): RouteDefinition {
  return defineRoute({
    ...common,
    operationId: 'stopDrivenTab',
    method: 'DELETE',
    path: `${TABS_PATH}/{id}`,
    summary: 'Stop driving this tab',
    description: 'For the tab itself, with a session. Commands that it has not answered become `gone`.',
    params: tabParams,
    responses: { 204: { description: 'Stopped.' } },
    errors: ['drive_disabled', 'forbidden', 'not_found'],
    async handler(request) {
      const { user } = requireSession(request);
      const { id: workspaceId } = workspaceOf(request);
      const { id } = request.params;
      await request.transaction(async (tx) => {
        const db = driveIn(tx.db);
        const removed = await db
          .deleteFrom('drive_tab')
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id)
          .where('user_id', '=', user.id)
          .executeTakeFirstOrThrow();
        if (removed.numDeletedRows === 0n) throw notFound('Tab');
        await db
          .updateTable('drive_command')
          .set({ state: 'gone', reason: 'The tab was stopped.' })
          .where('workspace_id', '=', workspaceId)
          .where('tab_id', '=', id)
          .where('state', 'in', ['queued', 'sent'])
          .execute();
        await auditChange(tx, request, { action: 'tab.stopped', target: { id } });
        await bell.ring(tx, id);
      });
      return { status: 204 };
    },
  });
}

function listRoute({ services }: DriveContext): RouteDefinition {
  return defineRoute({
    ...common,
    operationId: LIST_OPERATION,
    method: 'GET',
    reading: false,
    path: TABS_PATH,
    summary: 'List the tabs that you may drive',
    description:
      'Tabs of the token’s owner in which the owner asked for it. Neither titles nor data: `path` is a pattern, with ids only where this token opened the page.',
    params: workspaceParams,
    query: Type.Object(pageQuery),
    responses: { 200: { description: 'A page of tabs.', schema: listSchema(listedTab) } },
    errors: ['invalid_query', 'invalid_cursor', 'drive_disabled', 'forbidden'],
    async handler(request) {
      const { user, credential } = requireToken(request);
      const alive = driveIn(services.database.db)
        .selectFrom('drive_tab')
        .where('workspace_id', '=', workspaceOf(request).id)
        .where('user_id', '=', user.id)
        .where('seen_at', '>', aliveSince(services.now()));
      const page = await readPage(request.query as PageQuery, {
        list: 'drive-tabs',
        sortedBy: ['uuid'],
        rows: (after, limit) =>
          (after ? alive.where('id', '>', after[0] ?? '') : alive).selectAll().orderBy('id').limit(limit).execute(),
        total: async () => (await alive.select(sql<number>`count(*)::int`.as('total')).executeTakeFirst())?.total ?? 0,
        valuesOf: ({ id }) => [id],
      });
      return { status: 200, body: { ...page, data: page.data.map((row) => showTab(row, credential.id)) } };
    },
  });
}

function showTab({ id, path, visible, following, opened_path, opened_by }: TabRow, tokenId: string) {
  const isOwn = opened_by === tokenId && opened_path === path;
  return { id, path: isOwn ? path : pathPattern(path), visible, following };
}
