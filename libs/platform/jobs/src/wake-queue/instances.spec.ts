import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLog, createTestDatabase, isRedisInstalled, RedisServer, type TestDatabase, until } from '@cubit/testing';
import { Redis } from 'ioredis';
import { createWakeQueue } from './create-wake-queue.js';
import type { WakeQueue } from './wake-queue.js';

if (!isRedisInstalled())
  it('is tested with PostgreSQL only: no redis-server is installed for two instances to share', () => {
    expect(isRedisInstalled()).toBe(false);
  });
else
  describe('two instances on one Redis', () => {
    let redis: RedisServer;
    let databases: readonly TestDatabase[] = [];
    let queues: readonly WakeQueue[] = [];
    beforeAll(async () => {
      redis = await RedisServer.started();
      databases = await Promise.all([createTestDatabase(), createTestDatabase()]);
    });
    afterAll(async () => {
      await Promise.all(queues.map((queue) => queue.stop({ graceMs: 0 })));
      await redis.kill();
      await Promise.all(databases.map((database) => database.drop()));
    });

    it('receive only their own ids, and share no key', async () => {
      const woken: string[][] = [];
      queues = databases.map(({ connection }) => {
        const own: string[] = [];
        woken.push(own);
        const queue = createWakeQueue({ connection, redisUrl: redis.url, log: createLog() });
        queue.consume('same', async (id) => void own.push(id), { concurrency: 2 });
        return queue;
      });
      const [first, second] = queues;
      await Promise.all(queues.map((queue) => queue.start()));
      await until('both reach Redis', () =>
        Promise.all(queues.map((queue) => queue.ping())).then(
          () => true,
          () => false,
        ),
      );
      const ids = Array.from({ length: 20 }, (_, n) => `id-${n}`);
      await first?.publish('same', ids);
      await second?.publish('same', ['other']);
      await until('all have come', () => woken.flat().length === 21);
      const client = new Redis(redis.url);
      const keys = await client.keys('*');
      await client.quit();

      expect(woken[0]?.toSorted()).toEqual(ids.toSorted());
      expect(woken[1]).toEqual(['other']);
      const prefixes = new Set(keys.map((key) => /^cubit:[0-9a-f]{16}:/.exec(key)?.[0]));
      expect(prefixes.size).toBe(2);
      expect(prefixes).not.toContain(undefined);
    });
  });
