import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { NIL } from 'uuid';
import { DAY_MS, fail, type RouteReply } from '@cubit/core';
import type { Database } from '../connection/database.js';
import type { Transaction } from '../connection/transaction.js';
import { replayOf, storedAnswer } from './stored-answer.js';

/** How long a response is replayed. */
export const IDEMPOTENCY_LIFETIME_MS = DAY_MS;
/** Placeholder for routes without a workspace. */
const NO_WORKSPACE = NIL;

export interface IdempotentRequest {
  /** Null on routes without a workspace. */
  readonly workspaceId: string | null;
  readonly credentialId: string;
  readonly key: string;
  /** Hash of method, path and body: `hashRequest`. */
  readonly requestHash: Buffer;
  /** Response members that are never stored. */
  readonly secrets: readonly string[];
}

/** Identifies a request among others with the same key. */
export function hashRequest(method: string, url: string, body: Uint8Array): Buffer {
  return createHash('sha256').update(`${method} ${url}\n`).update(body).digest();
}

/**
 * Runs `work` once for all requests with the same key. Its changes and its response commit together. Errors are rolled back and
 * not stored. `work` may be repeated after a deadlock.
 */
export async function runIdempotently(
  database: Database,
  request: IdempotentRequest,
  work: (tx: Transaction) => Promise<RouteReply>,
): Promise<RouteReply> {
  return database.transaction(async (tx) => {
    await lockKey(tx, request);
    const earlier = await findStoredAnswer(tx, request);
    if (earlier) return earlier;
    const reply = await work(tx);
    await storeAnswer(tx, request, reply);
    return reply;
  });
}

/**
 * Locks the key until the transaction ends. A second request fails instead of waiting, because it would occupy a connection
 * meanwhile.
 */
async function lockKey(tx: Transaction, request: IdempotentRequest): Promise<void> {
  const name = `idempotency ${workspaceOf(request)} ${request.credentialId} ${request.key}`;
  const { rows } = await sql<{
    free: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as free`.execute(tx.db);
  if (rows[0]?.free !== true)
    throw fail('idempotency_key_in_use', 'The first request with this idempotency key is still being processed.');
}

/** A separate statement after the lock: a snapshot taken with the lock could be older than the commit that released it. */
async function findStoredAnswer(tx: Transaction, request: IdempotentRequest): Promise<RouteReply | null> {
  const row = await tx.db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'status', 'headers', 'body'])
    .where('workspace_id', '=', workspaceOf(request))
    .where('credential_id', '=', request.credentialId)
    .where('key', '=', request.key)
    .where('created_at', '>', oldestReplayed(tx.now))
    .executeTakeFirst();
  if (!row) return null;
  if (!row.request_hash.equals(request.requestHash))
    throw fail('idempotency_key_reused', 'The idempotency key was used with another request.');
  return replayOf(row);
}

async function storeAnswer(tx: Transaction, request: IdempotentRequest, reply: RouteReply): Promise<void> {
  const answer = storedAnswer(reply, request.secrets);
  if (!answer) return;
  const content = {
    request_hash: request.requestHash,
    status: answer.status,
    headers: JSON.stringify(answer.headers),
    body: answer.body,
    created_at: tx.now,
  };
  await tx.db
    .insertInto('idempotency_key')
    .values({ workspace_id: workspaceOf(request), credential_id: request.credentialId, key: request.key, ...content })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'credential_id', 'key']).doUpdateSet(content))
    .execute();
}

function workspaceOf({ workspaceId }: IdempotentRequest): string {
  return workspaceId ?? NO_WORKSPACE;
}

export function oldestReplayed(now: Date): Date {
  return new Date(now.getTime() - IDEMPOTENCY_LIFETIME_MS);
}
