import { createTestDatabase, type TestDatabase, until } from '@cubit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { isCubitError } from '@cubit/core';
import type { Database } from './database.js';
import { type StatementClass, withStatementClass } from './statement-class.js';
import { outageOf } from './faults.js';
import { asClientError, asTooCostly, isUnavailable } from './unavailable.js';

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  ({ database } = test);
});
afterAll(() => test.drop());

async function limits(): Promise<string> {
  const { rows } = await sql<{
    text: string;
  }>`select concat(current_setting('statement_timeout'), ' ', current_setting('lock_timeout')) as text`.execute(
    database.db,
  );
  return rows[0]?.text ?? '';
}

const caught = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const codeOf = (error: unknown) => (isCubitError(error) ? `${error.status} ${error.code}` : String(error));

describe('a statement', () => {
  it.each<[StatementClass, string]>([
    ['light', '10s 5s'],
    ['heavy', '1min 5s'],
    ['job', '0 5s'],
    ['unlimited', '0 0'],
  ])('of the class %s has the limits %s, in a transaction and by itself', async (name, expected) => {
    const found = await withStatementClass(name, async () => [
      await limits(),
      await database.transaction(async (tx) => {
        const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(
          tx.db,
        );
        return rows[0]?.limit;
      }),
      (await database.read<{ limit: string }>(`select current_setting('statement_timeout') as limit`, []))[0]?.limit,
    ]);

    const [statement] = expected.split(' ');
    expect(found).toEqual([expected, statement, statement]);
  });

  it('passes its limits to no other class', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, n) => withStatementClass(n % 2 ? 'job' : 'heavy', limits)));

    expect(new Set(await Promise.all(Array.from({ length: 40 }, limits)))).toEqual(new Set(['10s 5s']));
  });

  it('of the class `heavy` leaves connections for light ones, however many run', async () => {
    await sql`create table gate as select true as shut`.execute(database.db);
    const untilOpen = 'do $$ begin while exists (select from gate) loop perform pg_sleep(0.02); end loop; end $$';
    let ended = 0;
    const heavy = Array.from({ length: 30 }, () =>
      caught(withStatementClass('heavy', () => database.read(untilOpen, []))).finally(() => (ended += 1)),
    );
    await until('heavy statements run', async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and state = 'active' and query = ${untilOpen}`.execute(database.db);
      return rows.length > 1;
    });
    await limits();
    const endedBefore = ended;
    await sql`delete from gate`.execute(database.db);

    expect(endedBefore).toBe(0);
    expect((await Promise.all(heavy)).filter((error) => error !== null)).toEqual([]);
  });

  it('waits for a lock for 5 s, then fails as unavailable and not as an internal error', async () => {
    const holder = await database.pool.connect();
    await holder.query('begin; select pg_advisory_xact_lock(77)');
    const began = performance.now();
    const error = await caught(database.transaction((tx) => sql`select pg_advisory_xact_lock(77)`.execute(tx.db)));
    const waitedMs = performance.now() - began;
    await holder.query('rollback');
    holder.release();

    expect(codeOf(error)).toBe('503 unavailable');
    // The limit of locks, and not that of statements.
    expect(outageOf((error as Error).cause)).toBe('locked');
    expect(waitedMs).toBeGreaterThan(4_900);
  });

  it('that exceeds its time limit is a 503 for clients, a failure for background work, and a query that is too costly', async () => {
    const error = await caught(
      database.transaction(async (tx) => {
        await sql`set local statement_timeout = 20`.execute(tx.db);
        await sql`select pg_sleep(5)`.execute(tx.db);
      }),
    );

    expect(isUnavailable(error)).toBe(false);
    expect(codeOf(asClientError(error))).toBe('503 unavailable');
    expect(codeOf(asTooCostly(error, 'ask for less'))).toBe('422 query_too_costly');
  });

  it.each([
    ['53100', true],
    ['53200', true],
    ['53300', true],
    ['57P01', true],
    ['57P02', true],
    ['57P03', true],
    ['25006', true],
    ['28P01', true],
    ['3D000', true],
    ['25P03', true],
    ['40P01', true],
    ['55P03', true],
    ['58030', true],
    ['ENOSPC', true],
    ['EDQUOT', true],
    ['ECONNRESET', true],
    ['22003', false],
    ['23505', false],
    ['42P01', false],
    ['ENOENT', false],
  ])('that fails with %s counts as an outage: %p', (code, expected) => {
    expect(isUnavailable(Object.assign(new Error('failed'), { code }))).toBe(expected);
  });
});
