import { type Database, hashRequest, readIdempotencyKey, runIdempotently, type Transaction } from '@cubit/database';
import type { RouteReply } from '@cubit/core';
import type { EffectPort } from '@cubit/runtime';
import type { Exchange } from './exchange.js';
import { readPreferredWaitMs } from './request/prefer.js';
import type { ServedRequest } from './request/served-request.js';
import type { CompiledRoute } from './route/compiled-route.js';

type RunTransaction = ServedRequest['transaction'];

interface HandlerRunOptions {
  readonly database: Database;
  readonly effects: EffectPort | null;
  /** Identifies the body. */
  readonly digest: Uint8Array;
  readonly call: (transaction: RunTransaction) => Promise<RouteReply>;
}

/** Runs a handler, only once for all requests with the same idempotency key. Waits for effects if the client sends `Prefer: wait`. */
export async function runHandler(
  exchange: Exchange,
  route: CompiledRoute,
  handlerRun: HandlerRunOptions,
): Promise<RouteReply> {
  const { workspace } = exchange;
  const { effects } = handlerRun;
  const waitMs = route.unsafe && workspace && effects ? readPreferredWaitMs(preferOf(exchange)) : null;
  if (waitMs === null || !workspace || !effects)
    return perform(exchange, route, { ...handlerRun, onTransaction: (_tx) => {} });
  const committed: string[] = [];
  // A transaction that is rolled back and retried has no events, so they are collected after the commit.
  const onTransaction = (tx: Transaction) => tx.afterCommit(() => void committed.push(...tx.eventIds));
  const reply = await perform(exchange, route, { ...handlerRun, onTransaction });
  if (committed.length > 0) await effects.wait(workspace.id, [...new Set(committed)], waitMs);
  return { ...reply, headers: { ...reply.headers, 'preference-applied': 'wait' } };
}

async function perform(
  { req, caller, workspace }: Exchange,
  route: CompiledRoute,
  { database, digest, call, onTransaction }: HandlerRunOptions & { readonly onTransaction: (tx: Transaction) => void },
): Promise<RouteReply> {
  const observed =
    <Result>(work: (tx: Transaction) => Promise<Result>) =>
    (tx: Transaction): Promise<Result> => {
      onTransaction(tx);
      return work(tx);
    };
  const key = route.definition.method === 'POST' && caller ? req.headers['idempotency-key'] : undefined;
  if (typeof key !== 'string' || !caller) return call((work) => database.transaction(observed(work)));
  const request = {
    workspaceId: workspace?.id ?? null,
    credentialId: caller.credential.id,
    key: readIdempotencyKey(key),
    requestHash: hashRequest('POST', req.url ?? '', digest),
    secrets: route.secrets,
  };
  return runIdempotently(database, request, (tx) => call((work) => observed(work)(tx)));
}

function preferOf({ req }: Exchange): string | undefined {
  const { prefer } = req.headers;
  return Array.isArray(prefer) ? prefer.join(', ') : prefer;
}
