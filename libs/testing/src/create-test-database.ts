import { randomUUID } from 'node:crypto';
import { type ConnectionSettings, Database } from '@cubit/database';
import type { ModuleDefinition } from '@cubit/core';
import { templateDatabase } from './template-database.js';
import { databaseUrl } from './test-server-url.js';
import { withAdmin } from './with-admin.js';

/** Small, because spec files run in parallel on one server. */
const CONNECTIONS = 8;

export interface TestDatabaseOptions {
  /** Modules whose tables are created. Default none: the kernel's tables only. */
  readonly modules?: readonly ModuleDefinition[];
}

/** A database for one spec file, as in a new installation. */
export interface TestDatabase {
  readonly database: Database;
  /** For a second pool or another program on the same database. */
  readonly connection: ConnectionSettings;
  /** Closes the pool and drops the database, also with open connections. For `afterAll`. */
  drop(): Promise<void>;
}

/** Opens a second pool on an existing test database, as a second process has it. The owner drops the database. */
export function joinTestDatabase(connection: ConnectionSettings): TestDatabase {
  const database = new Database({ connection, max: CONNECTIONS, onError: () => {} });
  return { database, connection, drop: () => database.close() };
}

/** Copies the migrated template, which takes milliseconds. */
export async function createTestDatabase({ modules = [] }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const name = `cubit_test_${randomUUID().replaceAll('-', '')}`;
  const template = await templateDatabase(modules);
  await withAdmin((admin) => admin.query(`create database ${name} template ${template} strategy file_copy`));
  const connection = { connectionString: databaseUrl(name) };
  // Specs break connections on purpose, and check the effect on queries.
  const database = new Database({ connection, max: CONNECTIONS, onError: () => {} });
  const drop = async () => {
    await database.close();
    await withAdmin((admin) => admin.query(`drop database ${name} with (force)`));
  };
  return { database, connection, drop };
}
