import {
  hashRequest,
  readIdempotencyKey,
  runIdempotently,
  type Database,
  type RouteReply,
  type Transaction,
} from '@cubit/core';
import type { Exchange } from './exchange.js';
import { readPreferredWaitMs } from './request/prefer.js';
import type { ServedRequest } from './request/served-request.js';
import type { CompiledRoute } from './route/compiled-route.js';

/** Waits until what these events set off has run, or the time is up. */
export type AwaitEffects = (workspaceId: string, eventIds: readonly string[], ms: number) => Promise<void>;

type Run = ServedRequest['transaction'];

interface HandlerRun {
  readonly database: Database;
  readonly awaitEffects: AwaitEffects | null;
  /** What tells one body from another. */
  readonly digest: Uint8Array;
  readonly call: (transaction: Run) => Promise<RouteReply>;
}

/** Runs a handler: once for all requests with one idempotency key, and waiting for what follows where the client asks for that. */
export async function runHandler(
  exchange: Exchange,
  route: CompiledRoute,
  handlerRun: HandlerRun,
): Promise<RouteReply> {
  const { workspace } = exchange;
  const { awaitEffects } = handlerRun;
  const waitMs = route.unsafe && workspace && awaitEffects ? readPreferredWaitMs(preferOf(exchange)) : null;
  if (waitMs === null || !workspace || !awaitEffects)
    return perform(exchange, route, { ...handlerRun, noting: (_tx) => {} });
  const committed: string[] = [];
  // An attempt that the database called off wrote nothing, so its events are forgotten with it.
  const noting = (tx: Transaction) => tx.afterCommit(() => void committed.push(...tx.eventIds));
  const reply = await perform(exchange, route, { ...handlerRun, noting });
  if (committed.length > 0) await awaitEffects(workspace.id, [...new Set(committed)], waitMs);
  return { ...reply, headers: { ...reply.headers, 'preference-applied': 'wait' } };
}

async function perform(
  { req, caller, workspace }: Exchange,
  route: CompiledRoute,
  { database, digest, call, noting }: HandlerRun & { readonly noting: (tx: Transaction) => void },
): Promise<RouteReply> {
  const noted =
    <Result>(work: (tx: Transaction) => Promise<Result>) =>
    (tx: Transaction): Promise<Result> => {
      noting(tx);
      return work(tx);
    };
  const key = route.definition.method === 'POST' && caller ? req.headers['idempotency-key'] : undefined;
  if (typeof key !== 'string' || !caller) return call((work) => database.transaction(noted(work)));
  const request = {
    workspaceId: workspace?.id ?? null,
    credentialId: caller.credential.id,
    key: readIdempotencyKey(key),
    requestHash: hashRequest('POST', req.url ?? '', digest),
    secrets: route.secrets,
  };
  return runIdempotently(database, request, (tx) => call((work) => noted(work)(tx)));
}

function preferOf({ req }: Exchange): string | undefined {
  const { prefer } = req.headers;
  return Array.isArray(prefer) ? prefer.join(', ') : prefer;
}
