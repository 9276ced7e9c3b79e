import { createTestServer, type TestServer, type TestServerOptions } from './create-test-server.js';

/**
 * Runs all upgrades of the modules on the database of a server, as the start of a program that finds records of an earlier version.
 * Write the records as that version did before, by SQL.
 */
export async function upgradeAgain(
  server: TestServer,
  options: Pick<TestServerOptions, 'modules' | 'now'>,
): Promise<void> {
  await server.database.pool.query('delete from upgrade');
  const later = await createTestServer({ ...options, sharedDatabase: server });
  await later.close();
}
