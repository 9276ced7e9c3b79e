import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createLog,
  createTestDatabase,
  RedisServer,
  type RecordedLog,
  type TestDatabase,
  isRedisInstalled,
  until,
} from '@cubit/testing';
import { createWakeQueue } from './create-wake-queue.js';
import type { WakeQueue } from './wake-queue.js';

const QUEUE = 'outage';
let testDatabase: TestDatabase;
let queue: WakeQueue | null = null;
let log: RecordedLog;
let woken: string[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterEach(async () => {
  await queue?.stop({ graceMs: 0 });
  queue = null;
});
afterAll(() => testDatabase.drop());

async function startQueue(redisUrl?: string): Promise<WakeQueue> {
  log = createLog();
  woken = [];
  queue = createWakeQueue({ connection: testDatabase.connection, ...(redisUrl ? { redisUrl } : {}), log });
  queue.consume(QUEUE, async (id) => void woken.push(id), { concurrency: 2 });
  await queue.start();
  return queue;
}

/** As the sweeper of an owner does. */
async function publishUntilWoken(id: string): Promise<void> {
  await until(`${id} has come`, async () => {
    await queue?.publish(QUEUE, [id]);
    return woken.includes(id);
  });
}

const warnings = () => log.entries.filter(({ level }) => level === 'warn');

describe('a lost connection to PostgreSQL', () => {
  it('loses only the wake-ups of that moment', async () => {
    const running = await startQueue();
    await running.publish(QUEUE, ['before']);
    await until('it has come', () => woken.includes('before'));
    await testDatabase.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await publishUntilWoken('after');
    expect(woken.filter((id) => id === 'before')).toHaveLength(1);
  });
});

if (!isRedisInstalled())
  it('is not tested with Redis: no redis-server is installed', () => {
    expect(isRedisInstalled()).toBe(false);
  });
else
  describe('an outage of Redis', () => {
    let redis: RedisServer;
    beforeAll(async () => {
      redis = await RedisServer.reserve();
    });
    afterEach(() => redis.kill());

    it('lets the process start and publish with a warning, and use Redis once it is reachable', async () => {
      const running = await startQueue(redis.url);
      await running.publish(QUEUE, ['lost']);
      expect(warnings().map(({ message }) => message)).toContain(
        "wake-ups of the queue 'outage' could not be published; its sweeper publishes them",
      );
      await redis.start();
      await publishUntilWoken('kept');
    });

    it('ends when Redis restarts empty after a kill', async () => {
      await redis.start();
      await startQueue(redis.url);
      await publishUntilWoken('before');
      await redis.kill();
      await queue?.publish(QUEUE, ['meanwhile']);
      await redis.start();
      await publishUntilWoken('after');
      expect(woken).not.toContain('meanwhile');
    });

    it('is logged once, not with every attempt', async () => {
      const running = await startQueue(redis.url);
      for (let times = 0; times < 20; times += 1) await running.publish(QUEUE, ['lost']);
      const messages = warnings().map(
        ({ message, details }) => `${message} ${String((details as { err: unknown }).err)}`,
      );
      expect(new Set(messages).size).toBe(messages.length);
    });

    it('does not prevent a process from stopping', async () => {
      await redis.start();
      const running = await startQueue(redis.url);
      await publishUntilWoken('before');
      await redis.kill();
      await running.stop({ graceMs: 0 });
      await redis.start();
      await running.publish(QUEUE, ['after']);
      expect(woken).not.toContain('after');
    });
  });
