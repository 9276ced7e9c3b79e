import { Kysely, sql, type RawBuilder } from 'kysely';
import type pg from 'pg';
import { type ConnectionSettings, createPool, type PoolOptions, statementName } from './pool.js';
import type { DatabaseSchema } from '../schema/schema.js';
import { isRetryable } from './faults.js';
import type { Session } from './session.js';
import { sessionIn, StatementDialect } from './statement-driver.js';
import { StatementPool } from './statement-pool.js';
import type { Transaction } from './transaction.js';
import { asUnavailable } from './unavailable.js';

const TRANSACTION_ATTEMPTS = 4;

/** The database: Kysely over `pg`. Each connection prepares a statement once. */
export class Database {
  readonly db: Kysely<DatabaseSchema>;
  readonly pool: pg.Pool;
  /** For dedicated connections, such as a listening one. */
  readonly connection: ConnectionSettings;
  readonly #statements: StatementPool;
  #now: () => Date = () => new Date();

  constructor(options: PoolOptions) {
    this.connection = options.connection;
    this.pool = createPool(options);
    this.#statements = new StatementPool(this.pool);
    this.db = new Kysely<DatabaseSchema>({ dialect: new StatementDialect(this.#statements) });
  }

  /**
   * Runs `work` in one transaction, and repeats it after a deadlock or serialization failure: `work` must change nothing but the
   * database. Steps added with `afterCommit` run after the commit. `attempts`: how often `work` runs at most.
   */
  async transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    { attempts = TRANSACTION_ATTEMPTS }: { readonly attempts?: number } = {},
  ): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      const followUps: (() => void | Promise<void>)[] = [];
      try {
        const result = await this.db.transaction().execute(async (db) => {
          const beforeCommit: (() => Promise<void>)[] = [];
          const session = await sessionIn(db);
          const tx: Transaction = {
            db,
            session,
            now: this.#now(),
            eventIds: [],
            beforeCommit: (step) => void beforeCommit.push(step),
            afterCommit: (step) => void followUps.push(step),
          };
          const outcome = await work(tx);
          for (const step of beforeCommit) await step();
          return outcome;
        });
        for (const followUp of followUps) await followUp();
        return result;
      } catch (error) {
        if (!isRetryable(error) || attempt >= attempts) throw asUnavailable(error);
      }
    }
  }

  /** The clock of transactions. Default: the system clock. */
  useClock(now: () => Date): void {
    this.#now = now;
  }

  /**
   * Runs one statement outside of any transaction and returns its rows. Used for statements of every request: Kysely's overhead
   * is about as large as such a statement itself.
   */
  async read<Row extends object>(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    return (await this.#statements.query<Row>({ text, values, name: statementName(text) })).rows;
  }

  /** As `read`, but planned for the given values, where a generic plan would be slow for most values. */
  async readPlanned<Row extends object>(statement: RawBuilder<Row>): Promise<readonly Row[]> {
    const { sql: text, parameters } = statement.compile(this.db);
    return (await this.#statements.query<Row>({ text, values: parameters })).rows;
  }

  /** Returns a connection for several statements outside of any transaction. Must be released. */
  connect(): Promise<Session> {
    return this.#statements.connect();
  }

  /** Throws if the database does not respond. */
  async ping(): Promise<void> {
    await sql`select 1`.execute(this.db);
  }

  async close(): Promise<void> {
    await this.db.destroy();
  }
}
