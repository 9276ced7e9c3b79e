import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createLog, createTestKernel, shop, type TestKernel } from '@cubit/testing';
import { sql } from 'kysely';
import { StatisticsRefresh } from './statistics-refresh.js';

const WORKSPACE = '0190a6e2-7c1d-7b3a-9f00-000000000001';

let test: TestKernel;
beforeAll(async () => {
  test = await createTestKernel({ modules: [shop] });
});
afterAll(() => test.close());

/** On one connection, which hands over what it counted. */
async function write(table: string, rows: number): Promise<void> {
  await test.database.db.connection().execute(async (db) => {
    await sql`insert into ${sql.table(table)} (workspace_id, kind, id, title, fields, created_at, updated_at)
      select ${WORKSPACE}::uuid, ${table === 'record_shop_item' ? 'shop:item' : 'shop:shelf'}, gen_random_uuid(), 'Row', '{}', now(), now()
      from generate_series(1, ${sql.lit(rows)})`.execute(db);
    await sql`select pg_stat_force_next_flush()`.execute(db);
    await sql`select 1`.execute(db);
  });
}

async function analyzed(): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_stat_user_tables
    where relname in ('record_shop_item', 'record_shop_shelf') and analyze_count > 0`.execute(test.database.db);
  return rows.map(({ name }) => name);
}

it('refreshes the statistics of tables that grew by much, and of no others', async () => {
  await write('record_shop_item', 1_500);
  await write('record_shop_shelf', 900);
  const before = await analyzed();

  await new StatisticsRefresh({ database: test.database, log: createLog() }).run();

  expect(before).toEqual([]);
  expect(await analyzed()).toEqual(['record_shop_item']);
});
