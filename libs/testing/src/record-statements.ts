import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '@cubit/database';
import type pg from 'pg';

type Query = (...parameters: unknown[]) => unknown;
/** What was sent on a connection from acquiring to releasing it: for each round trip, its statements. */
type Turn = readonly (readonly string[])[];
type OnConnect = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: pg.PoolClient['release'],
) => void;
interface Recording {
  readonly turns: Turn[];
  isOver: boolean;
}

/** The recording of the asynchronous context, with the pool that it is about. */
const inContext = new AsyncLocalStorage<{ readonly pool: pg.Pool; readonly recording: Recording }>();
/** By pool, recordings of everything. */
const ofEverything = new WeakMap<pg.Pool, Set<Recording>>();

/**
 * Returns the SQL that `work` sends, with `begin` and `commit`. For specs that count statements. What other requests and background
 * work send at the same time does not count, even where `work` wakes the latter: only connections that are acquired in the
 * asynchronous context of `work` do. A request of a `TestClient` without a socket keeps that context.
 */
export async function recordStatements(
  database: Pick<Database, 'pool'>,
  work: () => Promise<unknown>,
): Promise<readonly string[]> {
  return (await recordRoundTrips(database, work)).flat();
}

/** As `recordStatements`, with the statements that were sent together in one array. */
export async function recordRoundTrips(
  { pool }: Pick<Database, 'pool'>,
  work: () => Promise<unknown>,
): Promise<readonly (readonly string[])[]> {
  recordingsOf(pool);
  const turns = await recordTurns((recording) => inContext.run({ pool, recording }, work));
  return turns.flat();
}

/**
 * As `recordStatements`, but whatever this process sends, an array for each use of a connection. For background work that `work` waits
 * for: choose its statements by what they contain.
 */
export async function recordAllTurns(
  { pool }: Pick<Database, 'pool'>,
  work: () => Promise<unknown>,
): Promise<readonly (readonly string[])[]> {
  const recordings = recordingsOf(pool);
  const turns = await recordTurns(async (recording) => {
    recordings.add(recording);
    await work().finally(() => recordings.delete(recording));
  });
  return turns.map((turn) => turn.flat());
}
async function recordTurns(work: (recording: Recording) => Promise<unknown>): Promise<readonly Turn[]> {
  const recording: Recording = { turns: [], isOver: false };
  try {
    await work(recording);
  } finally {
    recording.isOver = true;
  }
  return recording.turns;
}

/** The recordings of everything that the pool sends. From the first call, the pool records the use of its connections. */
function recordingsOf(pool: pg.Pool): Set<Recording> {
  const known = ofEverything.get(pool);
  if (known) return known;
  const recordings = new Set<Recording>();
  ofEverything.set(pool, recordings);
  const connect = pool.connect.bind(pool) as unknown as (callback: OnConnect) => void;
  const connectAndRecord = (callback: OnConnect) => {
    // Here and not below: a pool hands over a connection in the context that released it.
    const context = inContext.getStore();
    connect((error, client, release) => {
      if (!client) return callback(error, client, release);
      if (context?.pool === pool) recordTurn(client, context.recording);
      for (const recording of recordings) recordTurn(client, recording);
      callback(error, client, client.release);
    });
  };
  const connectLater = () =>
    new Promise((resolve, reject) => {
      connectAndRecord((error, client) => (client ? resolve(client) : reject(error)));
    });
  pool.connect = ((callback?: OnConnect) =>
    callback ? connectAndRecord(callback) : connectLater()) as pg.Pool['connect'];
  return recordings;
}

/** Until the connection is released. */
function recordTurn(client: pg.PoolClient, recording: Recording): void {
  const turn: (readonly string[])[] = [];
  recording.turns.push(turn);
  const { query, release } = client as unknown as { query: Query; release: pg.PoolClient['release'] };
  const record: Query = (...parameters) => {
    if (!recording.isOver) turn.push(textsOf(parameters[0]));
    return query.apply(client, parameters);
  };
  // The pool gives the connection another `release` when it is acquired again.
  Object.assign(client, {
    query: record,
    release: (discard?: Error | boolean) => {
      Object.assign(client, { query });
      release.call(client, discard);
    },
  });
}

/** Of a text, or of what `Session` sends at once. */
function textsOf(query: unknown): readonly string[] {
  if (typeof query === 'string') return [query];
  const { texts, text } = query as { readonly texts?: readonly string[]; readonly text?: unknown };
  return texts ?? [String(text)];
}
