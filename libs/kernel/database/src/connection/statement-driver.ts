import {
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type Transaction as KyselyTransaction,
  type TransactionSettings,
} from 'kysely';
import type { DatabaseSchema } from '../schema/schema.js';
import type { Session } from './session.js';
import type { StatementPool } from './statement-pool.js';

/** PostgreSQL for Kysely over the sessions of a pool. */
export class StatementDialect extends PostgresDialect {
  readonly #driver: Driver;

  constructor(pool: StatementPool) {
    super({
      pool: () => Promise.reject(new Error('The driver of this dialect has a pool of its own.')),
    });
    this.#driver = new StatementDriver(pool);
  }

  override createDriver(): Driver {
    return this.#driver;
  }
}

class StatementDriver implements Driver {
  readonly #pool: StatementPool;

  constructor(pool: StatementPool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<DatabaseConnection> {
    return this.#pool.connect();
  }

  async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const isolation = isolationLevel ? ` isolation level ${isolationLevel}` : '';
    sessionOf(connection).begin(`begin${isolation}${accessMode ? ` ${accessMode}` : ''}`);
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return sessionOf(connection).commit();
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return sessionOf(connection).rollback();
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    sessionOf(connection).release();
  }

  destroy(): Promise<void> {
    return this.#pool.end();
  }
}

/** Every connection of this driver is a session of its pool. */
function sessionOf(connection: DatabaseConnection): Session {
  return connection as Session;
}

/** The connection of a Kysely transaction. */
export function sessionIn(db: Pick<KyselyTransaction<DatabaseSchema>, 'getExecutor'>): Promise<Session> {
  return db.getExecutor().provideConnection(async (connection) => sessionOf(connection));
}
