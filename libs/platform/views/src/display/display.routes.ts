import { auditChange, listPage } from '@cubit/access';
import { listSchema, notFound, pageQuery, validationFailed } from '@cubit/core';
import { countRows, type Database, type DatabaseSchema, defineRoute, type Transaction } from '@cubit/database';
import { callerOf, type RouteDefinition, workspaceOf, workspaceParams } from '@cubit/core/host';
import type { Selectable } from 'kysely';
import { countUse } from '@cubit/http';
import { Type } from 'typebox';
import { strict } from '../views/view-schemas.js';
import { kindsShown } from './display-content.js';
import type { DisplayContext } from './display-context.js';
import { DISPLAY_LIFETIME_MS } from './display-lifetime.js';
import { displayParams, displayPatch, DISPLAYS_PATH, displaySchema, newDisplay, TAG } from './display-schemas.js';
import { readPairingCode } from './pairing-code.js';

type DisplayRow = Omit<Selectable<DatabaseSchema['display']>, 'token_hash' | 'workspace_id' | 'kinds'>;

const COLUMNS = ['id', 'title', 'shows', 'created_at', 'expires_at', 'last_used_at'] as const;
/** Codes that a person may try. With ten screens waiting, one of them is met once in some 24 years of trying. */
const CODES = { name: 'pairing-codes', limit: 30, windowS: 3_600 };
const EXAMPLE = { title: 'Print room', shows: { type: 'machines' } } as const;

/** Displays are paired, changed and revoked by administrators. */
export function displayRoutes(context: DisplayContext): readonly RouteDefinition[] {
  return [listRoute(context), createRoute(context), updateRoute(context), removeRoute(context)];
}

function displayBody({ created_at: created, expires_at: expires, last_used_at: seen, ...shown }: DisplayRow) {
  const last = seen?.toISOString() ?? null;
  return { ...shown, created_at: created.toISOString(), expires_at: expires.toISOString(), last_seen_at: last };
}

function listRoute({ services: { database }, flushDisplayUsage }: DisplayContext): RouteDefinition {
  return defineRoute({
    operationId: 'listDisplays',
    method: 'GET',
    path: DISPLAYS_PATH,
    summary: 'List displays',
    description: 'The screens that show something of the workspace, newest first.',
    tag: TAG,
    access: 'admin',
    params: workspaceParams,
    query: strict(pageQuery),
    responses: { 200: { description: 'A page of displays.', schema: listSchema(displaySchema) } },
    errors: ['invalid_cursor'],
    async handler(request) {
      await flushDisplayUsage();
      const { id: workspaceId } = workspaceOf(request);
      const those = () => database.db.selectFrom('display').where('workspace_id', '=', workspaceId);
      const page = await listPage(request.query, {
        list: `displays/${workspaceId}`,
        rows: (after, limit) =>
          those()
            .select(COLUMNS)
            .$if(after !== null, (query) => query.where('id', '<', after))
            .orderBy('id', 'desc')
            .limit(limit)
            .execute(),
        total: () => countRows(those()),
        idOf: ({ id }) => id,
      });
      return { status: 200, body: { ...page, data: page.data.map(displayBody) } };
    },
  });
}

function createRoute({ services, limiter }: DisplayContext): RouteDefinition {
  const { newId, now } = services;
  return defineRoute({
    operationId: 'createDisplay',
    method: 'POST',
    path: DISPLAYS_PATH,
    summary: 'Pair a screen',
    description:
      'Makes the screen that shows the code a display of the workspace. The screen fetches a credential of its own within seconds: it lasts a year, reads what the display shows and nothing else, and ends when the display is revoked. A person may try 30 codes in an hour.',
    tag: TAG,
    access: 'admin',
    params: workspaceParams,
    body: { schema: newDisplay, example: { code: 'BCDFGH', ...EXAMPLE } },
    responses: {
      201: {
        description: 'The new display.',
        schema: displaySchema,
        headers: { Location: { description: 'Path of the display.', schema: Type.String() } },
      },
    },
    errors: ['validation_failed', 'rate_limited'],
    async handler(request) {
      const { id: workspaceId, slug } = workspaceOf(request);
      const { code, title, shows } = request.body;
      await countUse(limiter(), { policy: CODES, key: callerOf(request).user.id, message: () => 'Too many attempts.' });
      const at = now();
      const row = await request.transaction(async (tx) => {
        const kinds = await kindsShown(services, tx.db, { request, shows });
        const pairing = await lockWaiting(tx, readPairingCode(code), at);
        const created = await tx.db
          .insertInto('display')
          .values({
            ...{ workspace_id: workspaceId, id: newId(), title, kinds, token_hash: null, last_used_at: null },
            shows: JSON.stringify(shows),
            created_at: at,
            expires_at: new Date(at.getTime() + DISPLAY_LIFETIME_MS),
          })
          .returning(COLUMNS)
          .executeTakeFirstOrThrow();
        await tx.db
          .updateTable('display_pairing')
          .set({ display_id: created.id })
          .where('secret_hash', '=', pairing.secret_hash)
          .execute();
        await auditChange(tx, request, { action: 'display.paired', target: { id: created.id, title, shows } });
        return created;
      });
      const location = `/api/v1/orgs/${slug}/displays/${row.id}`;
      return { status: 201, body: displayBody(row), headers: { location } };
    },
  });
}

/** The screen that waits with a code. Unknown, expired and used codes are the same. */
async function lockWaiting({ db }: Transaction, code: string, at: Date): Promise<{ readonly secret_hash: Buffer }> {
  const pairing = await db
    .selectFrom('display_pairing')
    .select('secret_hash')
    .where('code', '=', code)
    .where('display_id', 'is', null)
    .where('expires_at', '>', at)
    .forUpdate()
    .executeTakeFirst();
  if (pairing) return pairing;
  throw validationFailed([{ path: '/code', code: 'unknown', message: 'is shown by no screen, or no longer.' }]);
}

function updateRoute({ services }: DisplayContext): RouteDefinition {
  return defineRoute({
    operationId: 'updateDisplay',
    method: 'PATCH',
    path: `${DISPLAYS_PATH}/{id}`,
    summary: 'Change a display',
    description: 'A JSON merge patch. The screen follows within a minute, and need not be paired again.',
    tag: TAG,
    access: 'admin',
    params: displayParams,
    body: {
      schema: displayPatch,
      mediaTypes: ['application/merge-patch+json', 'application/json'],
      example: EXAMPLE,
    },
    responses: { 200: { description: 'The present display.', schema: displaySchema } },
    errors: ['not_found', 'validation_failed'],
    async handler(request) {
      const { title, shows } = request.body;
      const { id } = request.params;
      const row = await request.transaction(async (tx) => {
        const before = await displayIn(tx.db, request, id).select(COLUMNS).forUpdate().executeTakeFirst();
        if (!before) throw notFound('Display');
        const changed = {
          ...(title !== undefined && { title }),
          ...(shows !== undefined && {
            shows: JSON.stringify(shows),
            kinds: await kindsShown(services, tx.db, { request, shows }),
          }),
        };
        if (Object.keys(changed).length === 0) return before;
        await auditChange(tx, request, { action: 'display.changed', target: { id, ...request.body } });
        return tx.db
          .updateTable('display')
          .set(changed)
          .where('workspace_id', '=', workspaceOf(request).id)
          .where('id', '=', id)
          .returning(COLUMNS)
          .executeTakeFirstOrThrow();
      });
      return { status: 200, body: displayBody(row) };
    },
  });
}

function displayIn(db: Database['db'] | Transaction['db'], request: Parameters<typeof workspaceOf>[0], id: string) {
  return db.selectFrom('display').where('workspace_id', '=', workspaceOf(request).id).where('id', '=', id);
}

function removeRoute({ endStreams }: DisplayContext): RouteDefinition {
  return defineRoute({
    operationId: 'deleteDisplay',
    method: 'DELETE',
    path: `${DISPLAYS_PATH}/{id}`,
    summary: 'Revoke a display',
    description: 'Its credential and its event stream end at once, and the screen shows a code again.',
    tag: TAG,
    access: 'admin',
    params: displayParams,
    responses: { 204: { description: 'Revoked.' } },
    errors: ['not_found'],
    async handler(request) {
      const { id } = request.params;
      await request.transaction(async (tx) => {
        const removed = await tx.db
          .deleteFrom('display')
          .where('workspace_id', '=', workspaceOf(request).id)
          .where('id', '=', id)
          .returning('title')
          .executeTakeFirst();
        if (!removed) throw notFound('Display');
        await auditChange(tx, request, { action: 'display.revoked', target: { id, title: removed.title } });
        await endStreams(tx);
      });
      return { status: 204 };
    },
  });
}
