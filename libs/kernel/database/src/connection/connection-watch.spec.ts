import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '@cubit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { ConnectionWatch } from './connection-watch.js';
import { outageOf } from './faults.js';
import { createPool } from './pool.js';

const LIMIT_MS = 200;

let test: TestDatabase;
let pool: pg.Pool;
let watch: ConnectionWatch;
beforeAll(async () => {
  test = await createTestDatabase();
  pool = createPool({ connection: test.database.connection, onError: () => {} });
  watch = new ConnectionWatch(pool, { limitMs: LIMIT_MS, checkIntervalMs: 20 });
});
afterAll(async () => {
  await pool.end();
  await test.drop();
});

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

describe('the watch of connections', () => {
  it('closes a connection whose statement gets no response in time: an outage, and the pool opens another', async () => {
    const began = performance.now();
    const error = await errorOf((client) => client.query('select pg_sleep(30)'));

    expect(outageOf(error)).toBe('away');
    expect(performance.now() - began).toBeGreaterThanOrEqual(LIMIT_MS);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('closes it also for a statement of the pool itself', async () => {
    const error = await pool.query('select pg_sleep(30)').catch((reason: unknown) => reason);

    expect(outageOf(error)).toBe('away');
  });

  it('leaves a connection that is idle, or whose statements respond one after the other, for as long as it takes', async () => {
    const error = await errorOf(async (client) => {
      await sleep(2 * LIMIT_MS);
      const until = performance.now() + 3 * LIMIT_MS;
      while (performance.now() < until) await client.query('select pg_sleep(0.05)');
    });

    expect(error).toBeNull();
  });

  it('gives the statements of a connection another limit until the default is set again', async () => {
    const error = await errorOf(async (client) => {
      watch.setLimit(client, Number.POSITIVE_INFINITY);
      await client.query('select pg_sleep(0.6)');
      watch.setLimit(client, null);
      await client.query('select pg_sleep(30)');
    });

    expect(outageOf(error)).toBe('away');
  });
});
