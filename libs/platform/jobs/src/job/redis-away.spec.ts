import { expect, it } from '@jest/globals';
import { createTestKernel, RedisServer, isRedisInstalled, until } from '@cubit/testing';
import { jobsCapability, type JobsCapability } from '../jobs-capability.js';
import { createWakeQueue } from '../wake-queue/create-wake-queue.js';

const WORKSPACE = '01980a3e-5c00-7000-8000-000000000001';

async function withJobs(
  redis: RedisServer,
  use: (parts: {
    readonly enqueue: (input: number) => Promise<string>;
    readonly done: readonly number[];
  }) => Promise<void>,
): Promise<void> {
  const done: number[] = [];
  let capability: JobsCapability | null = null;
  const { kernel, database, close } = await createTestKernel({
    capabilities: ({ connection, log }) => {
      const queue = createWakeQueue({ connection, redisUrl: redis.url, log });
      capability = jobsCapability({ queue, roles: ['api', 'worker'], graceMs: 1_000 });
      capability.jobs.define<number, null>('spec:count', {
        handler: ({ input }) => {
          done.push(input);
          return Promise.resolve(null);
        },
      });
      return [capability];
    },
  });
  const enqueue = (input: number) =>
    database.transaction((tx) => {
      if (!capability) throw new Error('There is no capability.');
      return capability.jobs.enqueue(tx, { workspaceId: WORKSPACE, type: 'spec:count', input });
    });
  try {
    await kernel.start();
    await use({ enqueue, done });
  } finally {
    await close();
    await redis.kill();
  }
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

if (!isRedisInstalled())
  it('is not tested: no redis-server is installed', () => {
    expect(isRedisInstalled()).toBe(false);
  });
else {
  it('accepts jobs before Redis is reachable, and runs each once afterwards', async () => {
    const redis = await RedisServer.reserve();
    await withJobs(redis, async ({ enqueue, done }) => {
      for (const input of numbers(50)) await enqueue(input);
      expect(done).toEqual([]);
      await redis.start();
      await until('all are done', () => done.length >= 50);
      expect(done.toSorted((a, b) => a - b)).toEqual(numbers(50));
    });
  });

  it('loses no job and runs none twice when Redis is killed under load and restarts empty', async () => {
    const redis = await RedisServer.started();
    await withJobs(redis, async ({ enqueue, done }) => {
      const taken: number[] = [];
      const load = (async () => {
        for (const input of numbers(600)) {
          await enqueue(input);
          taken.push(input);
        }
      })();
      await until('some are done', () => done.length > 50);
      await redis.kill();
      await load;
      expect(taken).toHaveLength(600);
      await redis.start();
      await until('all are done', () => done.length >= 600);
      expect(done.toSorted((a, b) => a - b)).toEqual(numbers(600));
    });
  });
}
