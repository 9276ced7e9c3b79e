import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { NIL } from 'uuid';
import { DAY_MS } from '../contract/day.js';
import type { RouteReply } from '../contract/route.js';
import type { Database } from '../database/database.js';
import type { Transaction } from '../database/transaction.js';
import { fail } from '../errors/cubit-error.js';
import { replayOf, storedAnswer } from './stored-answer.js';

/** How long an answer is kept. */
export const IDEMPOTENCY_LIFETIME_MS = DAY_MS;
/** Stands for the workspace on routes without one. */
const NO_WORKSPACE = NIL;

export interface IdempotentRequest {
  /** Null on routes without a workspace. */
  readonly workspaceId: string | null;
  readonly credentialId: string;
  readonly key: string;
  /** Of method, path and body: `hashRequest`. */
  readonly requestHash: Buffer;
  /** Members of the answer that are never stored. */
  readonly secrets: readonly string[];
}

/** What tells one request from another under the same key. */
export function hashRequest(method: string, url: string, body: Uint8Array): Buffer {
  return createHash('sha256').update(`${method} ${url}\n`).update(body).digest();
}

/**
 * Runs `work` once for all requests with the same key: its changes and its answer commit together, so that a repeated request
 * finds both or neither. What throws is rolled back and not kept. `work` may run again after a deadlock.
 */
export async function runIdempotently(
  database: Database,
  request: IdempotentRequest,
  work: (tx: Transaction) => Promise<RouteReply>,
): Promise<RouteReply> {
  return database.transaction(async (tx) => {
    await claim(tx, request);
    const earlier = await find(tx, request);
    if (earlier) return earlier;
    const reply = await work(tx);
    await keep(tx, request, reply);
    return reply;
  });
}

/** Held until the transaction ends. A second request does not wait: it would hold a connection for as long as the first runs. */
async function claim(tx: Transaction, request: IdempotentRequest): Promise<void> {
  const name = `idempotency ${workspaceOf(request)} ${request.credentialId} ${request.key}`;
  const { rows } = await sql<{
    free: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as free`.execute(tx.db);
  if (rows[0]?.free !== true)
    throw fail('idempotency_key_in_use', 'The first request with this idempotency key is still being worked on.');
}

/** A statement of its own, after the claim: the claim's snapshot may be older than the commit that freed the lock. */
async function find(tx: Transaction, request: IdempotentRequest): Promise<RouteReply | null> {
  const row = await tx.db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'status', 'headers', 'body'])
    .where('workspace_id', '=', workspaceOf(request))
    .where('credential_id', '=', request.credentialId)
    .where('key', '=', request.key)
    .where('created_at', '>', oldestKept(tx.now))
    .executeTakeFirst();
  if (!row) return null;
  if (!row.request_hash.equals(request.requestHash))
    throw fail('idempotency_key_reused', 'The idempotency key was used with another request.');
  return replayOf(row);
}

async function keep(tx: Transaction, request: IdempotentRequest, reply: RouteReply): Promise<void> {
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

export function oldestKept(now: Date): Date {
  return new Date(now.getTime() - IDEMPOTENCY_LIFETIME_MS);
}
