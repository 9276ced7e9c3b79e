import type { Kysely } from 'kysely';
import type { DatabaseSchema, Transaction } from '@cubit/database';
import { hashToken } from './api-token-format.js';
import { createOpaqueToken } from './opaque-token.js';

const MINUTE_MS = 60_000;
const LIFETIME_MS = 30 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Mails for one account in an hour, from any number of requests. */
const MAX_PER_HOUR = 5;

type Db = Kysely<DatabaseSchema>;

interface LinkOwner {
  readonly userId: string;
  readonly at: Date;
}

/** Creates a link and voids earlier ones; null if the account had enough of them. The account is locked. */
export async function createLink(tx: Transaction, { userId, at }: LinkOwner): Promise<string | null> {
  const { count } = await tx.db
    .selectFrom('one_time_link')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', new Date(at.getTime() - HOUR_MS))
    .executeTakeFirstOrThrow();
  if (count >= MAX_PER_HOUR) return null;
  await voidLinks(tx, userId, at);
  const { token, hash } = createOpaqueToken();
  await tx.db
    .insertInto('one_time_link')
    .values({
      token_hash: hash,
      user_id: userId,
      kind: 'password_reset',
      created_at: at,
      expires_at: new Date(at.getTime() + LIFETIME_MS),
      used_at: null,
    })
    .execute();
  return token;
}

/** The open link of a token. Unknown, used, superseded and expired ones are the same. */
export async function findLink(
  db: Db,
  { token, at }: { readonly token: string; readonly at: Date },
): Promise<{ readonly userId: string; readonly expiresAt: Date } | null> {
  const found = await db
    .selectFrom('one_time_link')
    .select(['user_id', 'expires_at'])
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return found ? { userId: found.user_id, expiresAt: found.expires_at } : null;
}

export async function voidLinks(tx: Transaction, userId: string, at: Date): Promise<void> {
  await tx.db
    .updateTable('one_time_link')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}
