import pg from 'pg';
import { cutConnection } from './cut-connection.js';
import { afterTurns } from './turns.js';

/**
 * Time limit for opening a connection and for getting one from the pool. The client is then told to retry, because other requests
 * wait as well.
 */
export const CONNECT_LIMIT_MS = 5_000;

type Connected = (error: Error) => void;

/** A client that gives up connecting after `CONNECT_LIMIT_MS`, counted in turns: see `afterTurns`. */
export class PatientClient extends pg.Client {
  override connect(): Promise<void>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<void> | void {
    const stop = afterTurns(CONNECT_LIMIT_MS, () => cutConnection(this, connectTimeout()));
    if (!callback) return super.connect().finally(stop);
    super.connect((error) => {
      stop();
      callback(error);
    });
  }
}

/** Gets a connection of the pool within a limit, counted in turns. Default: `CONNECT_LIMIT_MS`. */
export async function acquire(pool: pg.Pool, limitMs = CONNECT_LIMIT_MS): Promise<pg.PoolClient> {
  const connecting = pool.connect();
  const isServed = pool.waitingCount > 0 && pool.idleCount >= pool.waitingCount;
  if (isServed) return connecting;
  const { promise: limit, reject } = Promise.withResolvers<never>();
  const stop = afterTurns(limitMs, () => {
    // It may still come, for nobody.
    connecting.then(
      (client) => client.release(),
      () => {},
    );
    reject(connectTimeout());
  });
  return Promise.race([connecting, limit]).finally(stop);
}

/** With the words of `pg-pool`, from which an outage is known. */
function connectTimeout(): Error {
  return new Error('timeout exceeded when trying to connect');
}
