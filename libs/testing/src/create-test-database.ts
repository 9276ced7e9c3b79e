import { randomUUID } from 'node:crypto';
import { Database, type ConnectionSettings, type ModuleDefinition } from '@cubit/core';
import { templateDatabase } from './template-database.js';
import { databaseUrl } from './test-server-url.js';
import { withAdmin } from './with-admin.js';

/** Spec files share the server with those that run beside them. */
const CONNECTIONS = 8;

export interface TestDatabaseOptions {
  /** Modules whose kinds have tables in it. Default none: the kernel's tables alone. */
  readonly modules?: readonly ModuleDefinition[];
}

/** A database of a spec file's own, as a fresh installation would have it. */
export interface TestDatabase {
  readonly database: Database;
  /** For a second pool, or another program, on the same database. */
  readonly connection: ConnectionSettings;
  /** Closes the pool and removes the database, whoever is still connected. For `afterAll`. */
  drop(): Promise<void>;
}

/** Copies the migrated template: milliseconds, whatever the number of tables. */
export async function createTestDatabase({ modules = [] }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const name = `cubit_test_${randomUUID().replaceAll('-', '')}`;
  const template = await templateDatabase(modules);
  await withAdmin((admin) => admin.query(`create database ${name} template ${template} strategy file_copy`));
  const connection = { connectionString: databaseUrl(name) };
  // Specs cut connections on purpose; what this does to a query is for them to see.
  const database = new Database({ connection, max: CONNECTIONS, onError: () => {} });
  const drop = async () => {
    await database.close();
    await withAdmin((admin) => admin.query(`drop database ${name} with (force)`));
  };
  return { database, connection, drop };
}
