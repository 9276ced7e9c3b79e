import { createTestDatabase, FAKE_INTERVALS, type TestDatabase, until } from '@cubit/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type pg from 'pg';
import { ConnectionWatch } from './connection-watch.js';
import { outageOf } from './faults.js';
import { createPool } from './pool.js';

const LIMIT_MS = 200;
const CHECK_INTERVAL_MS = 20;
/** The first check sees a statement for the first time. */
const CHECKS_UNTIL_CUT = 1 + LIMIT_MS / CHECK_INTERVAL_MS;
const LOCK = 4712;

let test: TestDatabase;
let pool: pg.Pool;
let watch: ConnectionWatch;
beforeAll(async () => {
  test = await createTestDatabase();
  pool = createPool({ connection: test.database.connection, onError: () => {} });
  // The spec decides when the watch checks; a busy machine would check late.
  jest.useFakeTimers(FAKE_INTERVALS);
  watch = new ConnectionWatch(pool, { limitMs: LIMIT_MS, checkIntervalMs: CHECK_INTERVAL_MS });
});
afterAll(async () => {
  await pool.end();
  await test.drop();
  jest.useRealTimers();
});

const check = (times: number) => jest.advanceTimersByTime(times * CHECK_INTERVAL_MS);

/** Runs work on a connection, and returns its error; null: it succeeded. */
async function errorOf(work: (client: pg.PoolClient) => Promise<unknown>): Promise<unknown> {
  const client = await pool.connect();
  try {
    await work(client);
    return null;
  } catch (error) {
    return error;
  } finally {
    client.release();
  }
}

interface Sends {
  query(text: string, values: number[]): Promise<unknown>;
}

/** Runs `meanwhile` while a statement gets no response, because it waits for a lock, and then the statement to its end. Throws its error. */
async function withoutResponse(on: Sends, meanwhile: () => void | Promise<void>): Promise<void> {
  const holder = await test.database.pool.connect();
  try {
    await holder.query('select pg_advisory_lock($1)', [LOCK]);
    const statement = on.query('select pg_advisory_xact_lock($1)', [LOCK]);
    const failure = statement.then(
      () => null,
      (error: unknown) => ({ error }),
    );
    await meanwhile();
    await holder.query('select pg_advisory_unlock($1)', [LOCK]);
    const failed = await failure;
    if (failed) throw failed.error;
  } finally {
    holder.release();
  }
}

describe('the watch of connections', () => {
  it('closes a connection whose statement gets no response in time: an outage, and the pool opens another', async () => {
    const error = await errorOf((client) => withoutResponse(client, () => check(CHECKS_UNTIL_CUT)));

    expect(outageOf(error)).toBe('away');
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('does not close it before', async () => {
    expect(await errorOf((client) => withoutResponse(client, () => check(CHECKS_UNTIL_CUT - 1)))).toBeNull();
  });

  it('closes it also for a statement of the pool itself', async () => {
    const cut = withoutResponse(pool, async () => {
      await until('the statement waits for the lock', async () => {
        const { rowCount } = await test.database.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rowCount === 1;
      });
      check(CHECKS_UNTIL_CUT);
    });

    expect(outageOf(await cut.catch((reason: unknown) => reason))).toBe('away');
  });

  it('leaves a connection that is idle, or whose statements respond one after the other, for as long as it takes', async () => {
    const error = await errorOf(async (client) => {
      check(2 * CHECKS_UNTIL_CUT);
      for (let count = 0; count < 3; count += 1) await withoutResponse(client, () => check(CHECKS_UNTIL_CUT - 1));
    });

    expect(error).toBeNull();
  });

  it('gives the statements of a connection another limit until the default is set again', async () => {
    const error = await errorOf(async (client) => {
      watch.setLimit(client, Number.POSITIVE_INFINITY);
      await withoutResponse(client, () => check(3 * CHECKS_UNTIL_CUT));
      watch.setLimit(client, null);
      await withoutResponse(client, () => check(CHECKS_UNTIL_CUT));
    });

    expect(outageOf(error)).toBe('away');
  });
});
