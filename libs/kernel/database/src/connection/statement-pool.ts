import type pg from 'pg';
import { fail } from '@cubit/core';
import { ConnectionWatch } from './connection-watch.js';
import { acquire } from './patient-client.js';
import { Session } from './session.js';
import { Slots } from './slots.js';
import type { StatementOptions, StatementResult } from './statement.js';
import { CLASS_SETTINGS, RESET_SETTINGS, statementClass } from './statement-class.js';

/** Maximum number of connections for heavy work, per process. */
const HEAVY_CONNECTIONS = 3;
/** Longer than for light work: callers of exports can wait. */
const HEAVY_WAIT_MS = 10_000;
const HEAVY_RETRY_AFTER_S = '10';

/** The pool for Kysely and `Database`: sessions with the limits of the class of their statements. */
export class StatementPool {
  readonly #pool: pg.Pool;
  readonly #watch: ConnectionWatch;
  readonly #heavy: Slots;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    this.#watch = new ConnectionWatch(pool);
    this.#heavy = new Slots(Math.max(1, Math.min(HEAVY_CONNECTIONS, pool.options.max - 1)), HEAVY_WAIT_MS);
  }

  async connect(): Promise<Session> {
    const name = statementClass();
    if (name === 'heavy') return this.#connectHeavy();
    const client = await acquire(this.#pool);
    if (name !== 'light') return this.#limited(client, CLASS_SETTINGS[name]);
    return new Session(client, (discard) => client.release(discard));
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  /** Runs a single statement. */
  async query<Row extends object>(statement: StatementOptions): Promise<StatementResult<Row>> {
    const session = await this.connect();
    try {
      return await session.query<Row>(statement);
    } finally {
      session.release();
    }
  }

  async #connectHeavy(): Promise<Session> {
    const giveBack = await this.#heavy.acquire();
    if (!giveBack)
      throw fail('unavailable', 'The server is busy with exports, counts or previews.', {
        headers: { 'retry-after': HEAVY_RETRY_AFTER_S },
      });
    try {
      return await this.#limited(await acquire(this.#pool), CLASS_SETTINGS.heavy, giveBack);
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  /** Gives a connection the limits of a class until it is released. */
  async #limited(
    client: pg.PoolClient,
    { set, answerWithinMs }: (typeof CLASS_SETTINGS)['heavy'],
    onRelease: () => void = () => {},
  ): Promise<Session> {
    try {
      await client.query(set);
    } catch (error) {
      client.release(true);
      throw error;
    }
    this.#watch.setLimit(client, answerWithinMs);
    return new Session(client, (discard) => {
      onRelease();
      this.#watch.setLimit(client, null);
      if (discard) return client.release(true);
      // A connection whose limits cannot be reset must not be reused.
      client.query(RESET_SETTINGS).then(
        () => client.release(),
        () => client.release(true),
      );
    });
  }
}
