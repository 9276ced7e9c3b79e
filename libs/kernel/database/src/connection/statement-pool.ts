import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { fail } from '@cubit/core';
import { ConnectionWatch } from './connection-watch.js';
import { statementName } from './pool.js';
import { Slots } from './slots.js';
import { CLASS_SETTINGS, RESET_SETTINGS, statementClass } from './statement-class.js';

/** A statement with a variable number of literals (a filter of many words) is not prepared, because it would fill the cache. */
type Statement = string | pg.QueryConfig;

/** A connection acquired from the pool. */
export interface StatementConnection {
  query<Row extends object>(statement: Statement, values?: unknown[]): Promise<pg.QueryResult<Row>>;
  /** With `discard`, the connection is closed instead of reused. */
  release(discard?: boolean): void;
}

/** Maximum number of connections for heavy work, per process. */
const HEAVY_CONNECTIONS = 3;
/** Longer than for light work: callers of exports can wait. */
const HEAVY_WAIT_MS = 10_000;
const HEAVY_RETRY_AFTER_S = '10';

/** The pool for Kysely and `Database`: statements with values are prepared and get the limits of their class. */
export class StatementPool {
  readonly #pool: pg.Pool;
  readonly #watch: ConnectionWatch;
  readonly #heavy: Slots;
  readonly #light = new WeakMap<pg.PoolClient, StatementConnection>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    this.#watch = new ConnectionWatch(pool);
    this.#heavy = new Slots(Math.max(1, Math.min(HEAVY_CONNECTIONS, pool.options.max - 1)), HEAVY_WAIT_MS);
  }

  async connect(): Promise<StatementConnection> {
    const name = statementClass();
    if (name === 'heavy') return this.#connectHeavy();
    const client = await this.#pool.connect();
    if (name !== 'light') return this.#limited(client, CLASS_SETTINGS[name]);
    let known = this.#light.get(client);
    if (!known) this.#light.set(client, (known = connectionOf(client)));
    return known;
  }

  /** Runs a single statement. */
  async query<Row extends object>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    if (statementClass() === 'light') return this.#pool.query<Row>(statement);
    const connection = await this.connect();
    try {
      return await connection.query<Row>(statement);
    } finally {
      connection.release();
    }
  }

  /** Adapter for Kysely's dialect, which expects a connection with the same two methods. */
  forKysely(): PostgresPool {
    return {
      connect: async () => (await this.connect()) as unknown as PostgresPoolClient,
      end: () => this.#pool.end(),
    } as PostgresPool;
  }

  async #connectHeavy(): Promise<StatementConnection> {
    const giveBack = await this.#heavy.acquire();
    if (!giveBack)
      throw fail('unavailable', 'The server is busy with exports, counts or previews.', {
        headers: { 'retry-after': HEAVY_RETRY_AFTER_S },
      });
    try {
      return await this.#limited(await this.#pool.connect(), CLASS_SETTINGS.heavy, giveBack);
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
  ): Promise<StatementConnection> {
    try {
      await client.query(set);
    } catch (error) {
      client.release(true);
      throw error;
    }
    this.#watch.setLimit(client, answerWithinMs);
    const release = (discard = false) => {
      onRelease();
      this.#watch.setLimit(client, null);
      if (discard) return client.release(true);
      // A connection whose limits cannot be reset must not be reused.
      client.query(RESET_SETTINGS).then(
        () => client.release(),
        () => client.release(true),
      );
    };
    return { query: connectionOf(client).query, release };
  }
}

function connectionOf(client: pg.PoolClient): StatementConnection {
  return {
    query<Row extends object>(statement: Statement, values?: unknown[]) {
      return client.query<Row>(typeof statement === 'string' ? prepared(statement, values) : statement);
    },
    release: (discard) => client.release(discard),
  };
}

function prepared(text: string, values: unknown[] = []): pg.QueryConfig {
  const name = values.length > 0 ? statementName(text) : undefined;
  return name === undefined ? { text, values } : { name, text, values };
}
