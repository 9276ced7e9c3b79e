import { afterAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { createTestDatabase } from './create-test-database.js';
import { withAdmin } from './with-admin.js';

const first = await createTestDatabase();
const second = await createTestDatabase();
afterAll(async () => {
  await first.drop();
  await second.drop();
});

const addSecret = { name: 'of-the-first', value: Buffer.from('x') };

describe('a test database', () => {
  it('has the empty tables of the kernel', async () => {
    expect(await first.database.db.selectFrom('app_user').selectAll().execute()).toEqual([]);
  });

  it('is not shared with other tests', async () => {
    await first.database.db.insertInto('instance_secret').values(addSecret).execute();

    expect(await second.database.db.selectFrom('instance_secret').selectAll().execute()).toEqual([]);
  });

  it('accepts further connections with its connection settings', async () => {
    const client = new pg.Client(first.connection);
    await client.connect();
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    await client.end();

    const own = await sql<{ name: string }>`select current_database() as name`.execute(first.database.db);
    expect(rows).toEqual(own.rows);
  });

  it('is removed when it is dropped, even if clients are connected', async () => {
    const dropped = await createTestDatabase();
    const onlooker = new pg.Client(dropped.connection);
    onlooker.on('error', () => {});
    await onlooker.connect();
    const { rows } = await onlooker.query<{ name: string }>('select current_database() as name');
    await dropped.drop();
    await onlooker.end();

    const left = await withAdmin((admin) => admin.query('select from pg_database where datname = $1', [rows[0]?.name]));
    expect(left.rowCount).toBe(0);
  });
});
