import { createTestDatabase, type TestDatabase, until } from '@cubit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';

let test: TestDatabase;
beforeAll(async () => (test = await createTestDatabase()));
afterAll(() => test.drop());

/** Breaks the connection as a killed process does, without a message. */
function cut(client: pg.PoolClient): void {
  const { connection } = client as unknown as { readonly connection: { readonly stream: { destroy(): void } } };
  connection.stream.destroy();
}

describe('a connection of the pool', () => {
  it('releases the locks of its statement when its process is killed', async () => {
    const { pool } = test.database;
    const client = await pool.connect();
    await client.query('set statement_timeout = 0');
    const left = client.query('select pg_advisory_lock(4711), pg_sleep(600)').catch((error: unknown) => error);
    const isLocked = async () => {
      const { rows } = await pool.query('select from pg_locks where locktype = $1 and objid = 4711', ['advisory']);
      return rows.length > 0;
    };
    await until('the statement has its lock', isLocked);

    cut(client);
    client.release(true);
    expect(await left).toBeInstanceOf(Error);
    // The lock is free once this returns. If it never is, the statement timeout of the pool ends the wait.
    await pool.query('select pg_advisory_xact_lock(4711)');
    expect(await isLocked()).toBe(false);
  });
});
