import { Kysely, PostgresDialect, sql, type PostgresPool, type PostgresPoolClient, type RawBuilder } from 'kysely';
import type pg from 'pg';
import { fail } from '../errors/cubit-error.js';
import { createPool, statementName, type ConnectionSettings, type PoolOptions } from './pool.js';
import type { DatabaseSchema } from './schema.js';
import { isConnectionFault, isRetryable } from './faults.js';
import type { Transaction } from './transaction.js';

/** A statement whose text holds literals of no fixed set (a filter of many words) would fill the cache of prepared ones. */
type Statement = string | { readonly text: string; readonly values?: unknown[]; readonly name?: string };

const TRANSACTION_ATTEMPTS = 4;

/** The database: Kysely over `pg`, every statement prepared once per connection. */
export class Database {
  readonly db: Kysely<DatabaseSchema>;
  readonly pool: pg.Pool;
  /** For connections of one's own, such as a listening one. */
  readonly connection: ConnectionSettings;
  #now: () => Date = () => new Date();

  constructor(options: PoolOptions) {
    this.connection = options.connection;
    this.pool = createPool(options);
    this.db = new Kysely<DatabaseSchema>({ dialect: new PostgresDialect({ pool: preparing(this.pool) }) });
  }

  /**
   * Runs `work` in one transaction, again from its start when the database asks for it (deadlock, serialization):
   * `work` must change nothing but the database. What was left with `afterCommit` runs once it is committed.
   */
  async transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      const followUps: (() => void)[] = [];
      try {
        const result = await this.db.transaction().execute(async (db) => {
          const beforeCommit: (() => Promise<void>)[] = [];
          const tx: Transaction = {
            db,
            now: this.#now(),
            eventIds: [],
            beforeCommit: (step) => void beforeCommit.push(step),
            afterCommit: (step) => void followUps.push(step),
          };
          const outcome = await work(tx);
          for (const step of beforeCommit) await step();
          return outcome;
        });
        for (const followUp of followUps) followUp();
        return result;
      } catch (error) {
        if (!isRetryable(error) || attempt >= TRANSACTION_ATTEMPTS) throw asUnavailable(error);
      }
    }
  }

  /** The clock by which transactions tell their instant. Default: the system's. */
  useClock(now: () => Date): void {
    this.#now = now;
  }

  /**
   * Rows of one statement, outside of any transaction. The short way for what runs with every request: Kysely's own adds to each
   * statement about as much work as the statement itself is.
   */
  async read<Row extends object>(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    const name = statementName(text);
    const statement = name === undefined ? { text, values: [...values] } : { name, text, values: [...values] };
    return (await this.pool.query<Row>(statement)).rows;
  }

  /** As `read`, planned for these very values: where a plan that fits any of them would be slow for most. */
  async readPlanned<Row extends object>(statement: RawBuilder<Row>): Promise<readonly Row[]> {
    const { sql: text, parameters } = statement.compile(this.db);
    return (await this.pool.query<Row>({ text, values: [...parameters] })).rows;
  }

  /** Fails where the database does not answer. */
  async ping(): Promise<void> {
    await sql`select 1`.execute(this.db);
  }

  async close(): Promise<void> {
    await this.db.destroy();
  }
}

/** A lost connection is the server's trouble, not a defect of the request: the client is told to come back. */
export function asUnavailable(error: unknown): unknown {
  if (!isConnectionFault(error)) return error;
  return fail('unavailable', 'The database cannot be reached at the moment.', {
    headers: { 'retry-after': '1' },
    cause: error,
  });
}

function preparing(pool: pg.Pool): PostgresPool {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const prepare = (client: pg.PoolClient): PostgresPoolClient => {
    const query = (statement: Statement, values?: unknown[]) => {
      if (typeof statement !== 'string') return client.query(statement);
      const name = values && values.length > 0 ? statementName(statement) : undefined;
      return name === undefined
        ? client.query(statement, values)
        : client.query({ name, text: statement, values: values ?? [] });
    };
    return { query, release: (discard?: boolean) => client.release(discard) } as unknown as PostgresPoolClient;
  };
  return {
    async connect() {
      const client = await pool.connect();
      let known = wrapped.get(client);
      if (!known) wrapped.set(client, (known = prepare(client)));
      return known;
    },
    end: () => pool.end(),
  } as PostgresPool;
}
