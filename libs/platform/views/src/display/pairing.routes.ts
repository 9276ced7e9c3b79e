import { fail, notFound } from '@cubit/core';
import { addressKey, createOpaqueToken, DISPLAY_COOKIE, hashToken, removedCookies } from '@cubit/access';
import { defineRoute, type Transaction } from '@cubit/database';
import type { Cookie, RouteDefinition } from '@cubit/core/host';
import { countUse } from '@cubit/http';
import { Type } from 'typebox';
import { strict } from '../views/view-schemas.js';
import type { DisplayContext } from './display-context.js';
import { DISPLAY_LIFETIME_MS } from './display-lifetime.js';
import { TAG } from './display-schemas.js';
import { createPairingCode } from './pairing-code.js';

const PAIRINGS_PATH = '/api/v1/me/pairings';
const PAIRING_COOKIE = 'cubit_pairing';
/** A display reads its workspace alone. */
const DISPLAY_PATH = '/api/v1/orgs';
const SECOND_MS = 1_000;
/** Long enough to walk from the screen to a desk. */
const PAIRING_MS = 600 * SECOND_MS;
/** Screens that wait at once, of the whole instance: the more there are, the more likely a mistyped code is that of another one. */
const MAX_WAITING = 500;
/** Codes that one network may ask for. A screen needs one in ten minutes. */
const PAIRINGS = { name: 'pairings', limit: 20, windowS: 600 };
/** Two codes of 64 million are hardly ever the same. */
const MAX_TRIES = 5;

const instant = Type.String({ format: 'date-time' });
const nullable = (description: string, options: { readonly format?: string } = {}) =>
  Type.Union([Type.String(options), Type.Null()], { description });

/** How a screen without a person gets its credential: it shows a code, and an administrator types it. */
export function pairingRoutes(context: DisplayContext): readonly RouteDefinition[] {
  return [createRoute(context), claimRoute(context)];
}

function createRoute({ services: { now }, limiter }: DisplayContext): RouteDefinition {
  return defineRoute({
    operationId: 'createPairing',
    method: 'POST',
    path: PAIRINGS_PATH,
    summary: 'Begin to pair a screen',
    description:
      'For a screen that is to become a display. Show the code; an administrator of a workspace sends it to `POST /orgs/{workspace}/displays` within ten minutes. The cookie `cubit_pairing` in the answer, which no script can read, fetches the credential. A network may ask for 20 codes in ten minutes.',
    tag: TAG,
    access: 'anonymous',
    rateClass: 'sign_in',
    responses: {
      201: {
        description: 'The code to show.',
        schema: strict({ code: Type.String({ examples: ['BCDFGH'] }), expires_at: instant }),
      },
    },
    errors: ['rate_limited'],
    async handler(request) {
      await countUse(limiter(), {
        policy: PAIRINGS,
        key: addressKey(request.address),
        message: () => 'Too many attempts.',
      });
      const at = now();
      const expiresAt = new Date(at.getTime() + PAIRING_MS);
      const { token, hash } = createOpaqueToken();
      const code = await request.transaction(async (tx) => {
        await requireRoom(tx, at);
        return insertPairing(tx, { secret_hash: hash, created_at: at, expires_at: expiresAt });
      });
      return {
        status: 201,
        body: { code, expires_at: expiresAt.toISOString() },
        cookies: [pairingCookie(token, PAIRING_MS / SECOND_MS)],
      };
    },
  });
}

function pairingCookie(value: string, maxAgeS: number): Cookie {
  return { name: PAIRING_COOKIE, value, path: PAIRINGS_PATH, maxAgeS };
}

async function requireRoom({ db }: Transaction, at: Date): Promise<void> {
  const { count } = await db
    .selectFrom('display_pairing')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('expires_at', '>', at)
    .executeTakeFirstOrThrow();
  if (Number(count) < MAX_WAITING) return;
  throw fail('rate_limited', 'Too many screens wait to be paired.', { headers: { 'retry-after': '60' } });
}

async function insertPairing(
  { db }: Transaction,
  pairing: { readonly secret_hash: Buffer; readonly created_at: Date; readonly expires_at: Date },
): Promise<string> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const code = createPairingCode();
    const inserted = await db
      .insertInto('display_pairing')
      .values({ ...pairing, code, display_id: null })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning('code')
      .executeTakeFirst();
    if (inserted) return code;
  }
  throw new Error('No pairing code is free.');
}

function claimRoute({ services: { database, now } }: DisplayContext): RouteDefinition {
  return defineRoute({
    operationId: 'claimPairing',
    method: 'POST',
    path: `${PAIRINGS_PATH}/claim`,
    summary: 'Fetch the credential of a paired screen',
    description:
      'Asked by the screen every few seconds, with the cookie of `POST /me/pairings`. Once its code was entered, the answer names the display and sets its credential as the cookie `cubit_display`, which no script can read and which lasts a year. The browser is signed out: a screen on a wall holds no session of a person.',
    tag: TAG,
    access: 'anonymous',
    responses: {
      200: {
        description: 'Whether the code was entered.',
        schema: strict({
          state: Type.Unsafe<'waiting' | 'paired'>({ type: 'string', enum: ['waiting', 'paired'] }),
          workspace: nullable('Slug of the workspace, once paired.'),
          display: nullable('Id of the display, once paired.', { format: 'uuid' }),
        }),
      },
    },
    errors: ['not_found'],
    async handler(request) {
      const secret = request.headers.cookies[PAIRING_COOKIE] ?? '';
      const pairing = await database.db
        .selectFrom('display_pairing')
        .leftJoin('display', 'display.id', 'display_pairing.display_id')
        .leftJoin('workspace', (join) =>
          join.onRef('workspace.id', '=', 'display.workspace_id').on('workspace.deleted_at', 'is', null),
        )
        .select(['display.id', 'display.workspace_id', 'workspace.slug'])
        .where('secret_hash', '=', hashToken(secret))
        .where('display_pairing.expires_at', '>', now())
        .executeTakeFirst();
      if (!pairing) throw notFound('Pairing');
      const { id, workspace_id: workspaceId, slug } = pairing;
      if (id === null || workspaceId === null || slug === null)
        return { status: 200, body: { state: 'waiting', workspace: null, display: null } };
      const { token, hash } = createOpaqueToken();
      // Until the pairing expires it may be fetched again, because an answer can be lost. Only the last credential opens.
      await request.transaction((tx) =>
        tx.db
          .updateTable('display')
          .set({ token_hash: hash })
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id)
          .execute(),
      );
      const credential = {
        ...{ name: DISPLAY_COOKIE, value: token, path: DISPLAY_PATH },
        maxAgeS: DISPLAY_LIFETIME_MS / SECOND_MS,
      };
      return {
        status: 200,
        body: { state: 'paired', workspace: slug, display: id },
        cookies: [credential, pairingCookie('', 0), ...removedCookies()],
      };
    },
  });
}
