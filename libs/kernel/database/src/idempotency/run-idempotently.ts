import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { NIL } from 'uuid';
import { DAY_MS, fail, type RouteReply } from '@cubit/core';
import type { Database } from '../connection/database.js';
import type { Statement } from '../connection/statement.js';
import { defer, type Transaction } from '../connection/transaction.js';
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
    const lock = lockKey(tx, request);
    // A separate statement: a snapshot taken with the lock could be older than the commit that released it.
    const stored = await findStoredAnswer(tx, request);
    if (lock.result.rows[0]?.free !== true)
      throw fail('idempotency_key_in_use', 'The first request with this idempotency key is still being processed.');
    if (stored) return replayTo(request, stored);
    const reply = await work(tx);
    storeAnswer(tx, request, reply);
    return reply;
  });
}

/**
 * Locks the key until the transaction ends. A second request fails instead of waiting, because it would occupy a connection
 * meanwhile.
 */
function lockKey(tx: Transaction, request: IdempotentRequest): Statement<{ readonly free: boolean }> {
  const name = `idempotency ${workspaceOf(request)} ${request.credentialId} ${request.key}`;
  return defer(tx, sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as free`);
}

function findStoredAnswer(tx: Transaction, request: IdempotentRequest) {
  return tx.db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'status', 'headers', 'body'])
    .where('workspace_id', '=', workspaceOf(request))
    .where('credential_id', '=', request.credentialId)
    .where('key', '=', request.key)
    .where('created_at', '>', oldestReplayed(tx.now))
    .executeTakeFirst();
}

function replayTo(
  request: IdempotentRequest,
  stored: NonNullable<Awaited<ReturnType<typeof findStoredAnswer>>>,
): RouteReply {
  if (!stored.request_hash.equals(request.requestHash))
    throw fail('idempotency_key_reused', 'The idempotency key was used with another request.');
  return replayOf(stored);
}

function storeAnswer(tx: Transaction, request: IdempotentRequest, reply: RouteReply): void {
  const answer = storedAnswer(reply, request.secrets);
  if (!answer) return;
  const content = {
    request_hash: request.requestHash,
    status: answer.status,
    headers: JSON.stringify(answer.headers),
    body: answer.body,
    created_at: tx.now,
  };
  const insertion = tx.db
    .insertInto('idempotency_key')
    .values({ workspace_id: workspaceOf(request), credential_id: request.credentialId, key: request.key, ...content })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'credential_id', 'key']).doUpdateSet(content));
  const { sql: text, parameters: values } = insertion.compile();
  tx.session.defer({ text, values });
}

function workspaceOf({ workspaceId }: IdempotentRequest): string {
  return workspaceId ?? NO_WORKSPACE;
}

export function oldestReplayed(now: Date): Date {
  return new Date(now.getTime() - IDEMPOTENCY_LIFETIME_MS);
}
