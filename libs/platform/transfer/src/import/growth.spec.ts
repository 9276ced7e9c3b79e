import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '@cubit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Growth } from './growth.js';

let test: TestDatabase;
beforeAll(async () => (test = await createTestDatabase()));
afterAll(() => test.drop());

describe('the statistics of a table that an import fills', () => {
  beforeEach(() =>
    sql`drop table if exists grown`
      .execute(test.database.db)
      .then(() => sql`create table grown (n int)`.execute(test.database.db)),
  );
  const counted = async (db = test.database.db) => {
    const { rows } = await sql<{
      rows: number;
    }>`select reltuples::float8 as rows from pg_class where relname = 'grown'`.execute(db);
    return rows[0]?.rows;
  };
  const write = async (growth: Growth, count: number, db = test.database.db) => {
    await sql`insert into grown select generate_series(1, ${count}::int)`.execute(db);
    await growth.add(db, count);
  };

  it('are updated after a thousand rows, and each time the table has grown fourfold', async () => {
    const growth = new Growth('grown');
    await write(growth, 999);
    expect(await counted()).toBe(-1);
    await write(growth, 1);
    expect(await counted()).toBe(1_000);

    await write(growth, 2_999);
    expect(await counted()).toBe(1_000);
    await write(growth, 1);
    expect(await counted()).toBe(4_000);
  });

  it('are not updated in a large table to which few rows are added', async () => {
    await sql`insert into grown select generate_series(1, 10000)`.execute(test.database.db);
    await sql`analyze grown`.execute(test.database.db);
    await write(new Growth('grown'), 5_000);

    expect(await counted()).toBe(10_000);
  });

  it('include the rows of a dry run, and the rows after its rollback', async () => {
    await test.database
      .transaction(async ({ db }) => {
        await write(new Growth('grown'), 2_000, db);
        expect(await counted(db)).toBe(2_000);
        throw new RangeError('undone');
      })
      .catch((error: unknown) => expect(error).toBeInstanceOf(RangeError));

    await write(new Growth('grown'), 1_000);
    expect(await counted()).toBe(1_000);
  });
});
