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
import { enginesHere } from '../../fixtures/engines.js';
import { gate } from '../../fixtures/gate.js';
import { createWakeQueue } from './create-wake-queue.js';
import type { WakeQueue } from './wake-queue.js';

if (!isRedisInstalled())
  it('is tested with PostgreSQL only: no redis-server is installed to run the same suite on Redis', () => {
    expect(enginesHere(isRedisInstalled())).toEqual(['postgres']);
  });

it.each([
  [true, false, ['postgres', 'redis']],
  [true, true, ['redis']],
  [false, false, ['postgres']],
  [false, true, ['postgres']],
])('have suites for each engine once: with Redis %s, repeated without it %s', (isInstalled, isRepeated, engines) => {
  expect(enginesHere(isInstalled, isRepeated)).toEqual(engines);
});

describe.each(enginesHere(isRedisInstalled()))('wake-ups on %s', (engine) => {
  let testDatabase: TestDatabase;
  let redis: RedisServer | null = null;
  let log: RecordedLog;
  let queues: WakeQueue[] = [];
  let name = '';
  let tests = 0;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    redis = engine === 'redis' ? await RedisServer.started() : null;
  });
  afterEach(async () => {
    await Promise.all(queues.map((queue) => queue.stop({ graceMs: 0 })));
    queues = [];
  });
  afterAll(async () => {
    await redis?.kill();
    await testDatabase.drop();
  });

  /** The queue of one process; each test uses its own queue name. */
  function processQueue(): WakeQueue {
    log = createLog();
    const queue = createWakeQueue({
      connection: testDatabase.connection,
      ...(redis ? { redisUrl: redis.url } : {}),
      log,
    });
    queues.push(queue);
    return queue;
  }

  async function startedQueue(
    handler: (id: string, queue: WakeQueue) => Promise<void>,
    concurrency = 4,
  ): Promise<WakeQueue> {
    name = `spec-${(tests += 1)}`;
    return consuming(handler, concurrency);
  }

  async function consuming(handler: (id: string, queue: WakeQueue) => Promise<void>, concurrency = 4) {
    const queue = processQueue();
    queue.consume(name, (id) => handler(id, queue), { concurrency });
    await queue.start();
    // The connection to Redis is opened in the background.
    await until('the queue is reachable', async () => {
      const before = log.entries.length;
      await queue.publish(`${name}-probe`, ['probe']);
      return log.entries.length === before;
    });
    return queue;
  }

  it('wakes the consumer with each published id', async () => {
    const woken: string[] = [];
    const queue = await startedQueue(async (id) => void woken.push(id));
    await queue.publish(name, ['a', 'b', 'workspace/c']);
    await queue.publish(name, ['d']);
    await until('all have come', () => woken.length === 4);
    expect(woken.toSorted()).toEqual(['a', 'b', 'd', 'workspace/c']);
  });

  it('publishes many ids at once', async () => {
    const woken = new Set<string>();
    const queue = await startedQueue(async (id) => void woken.add(id), 16);
    const ids = Array.from({ length: 1_200 }, (_, index) => `id-${index}`);
    await queue.publish(name, ids);
    await until('all have come', () => woken.size === ids.length);
    expect([...woken].toSorted()).toEqual(ids.toSorted());
  });

  it('wakes once for an id that is published again while it waits', async () => {
    const woken: string[] = [];
    const first = gate();
    const queue = await startedQueue(async (id) => {
      woken.push(id);
      if (id === 'first') await first.opened;
    }, 1);
    await queue.publish(name, ['first']);
    await until('the only slot is taken', () => woken.length === 1);
    await queue.publish(name, ['second']);
    await queue.publish(name, ['second', 'second']);
    await queue.publish(name, ['last']);
    first.open();
    await until('the last has come', () => woken.includes('last'));
    expect(woken).toEqual(['first', 'second', 'last']);
  });

  it('wakes again for an id whose handler has ended', async () => {
    const woken: string[] = [];
    const queue = await startedQueue(async (id) => void woken.push(id));
    for (const times of [1, 2, 3]) {
      await until(`it has come ${times} times`, async () => {
        if (woken.length < times) await queue.publish(name, ['same']);
        return woken.length >= times;
      });
    }
    expect(new Set(woken)).toEqual(new Set(['same']));
  });

  it('wakes again for an id that its own handler published', async () => {
    let woken = 0;
    const queue = await startedQueue(async (id, own) => {
      woken += 1;
      if (woken < 4) await own.publish(name, [id], { delayMs: woken === 1 ? 0 : 50 });
    });
    await queue.publish(name, ['again']);
    await until('it has come four times', () => woken === 4);
    expect(woken).toBe(4);
  });

  it('does not wake before the delay has passed', async () => {
    const DELAY_MS = 700;
    const woken: { readonly id: string; readonly atMs: number }[] = [];
    const queue = await startedQueue(async (id) => void woken.push({ id, atMs: performance.now() }));
    const publishedAtMs = performance.now();
    await queue.publish(name, ['later'], { delayMs: DELAY_MS });
    await queue.publish(name, ['now']);
    await until('both have come', () => woken.length === 2);
    expect(woken.map(({ id }) => id)).toEqual(['now', 'later']);
    expect(woken[1]!.atMs - publishedAtMs).toBeGreaterThanOrEqual(DELAY_MS - 5);
  });

  it('runs at most the configured number of handlers at a time', async () => {
    let running = 0;
    let most = 0;
    let done = 0;
    const queue = await startedQueue(async () => {
      most = Math.max(most, (running += 1));
      await new Promise(setImmediate);
      running -= 1;
      done += 1;
    }, 3);
    await queue.publish(
      name,
      Array.from({ length: 60 }, (_, index) => `id-${index}`),
    );
    await until('all are done', () => done === 60);
    expect(most).toBeLessThanOrEqual(3);
  });

  it('does not repeat a handler that threw, and continues with the next id', async () => {
    const woken: string[] = [];
    const queue = await startedQueue(async (id) => {
      woken.push(id);
      if (id === 'bad') throw new Error('boom');
    }, 1);
    await queue.publish(name, ['bad']);
    await queue.publish(name, ['good']);
    await until('the next has come', () => woken.includes('good'));
    expect(woken).toEqual(['bad', 'good']);
    expect(log.entries.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual([
      'the handler of a wake-up failed',
    ]);
  });

  it('distributes the ids among processes, each id to one process', async () => {
    const woken: string[] = [];
    const first = await startedQueue(async (id) => void woken.push(id));
    await consuming(async (id) => void woken.push(id));
    const ids = Array.from({ length: 200 }, (_, index) => `id-${index}`);
    await first.publish(name, ids);
    await until('all have come', () => woken.length >= ids.length);
    expect(woken.toSorted()).toEqual(ids.toSorted());
  });

  it('waits for running handlers when it stops, and leaves waiting ids to the next process', async () => {
    const woken: string[] = [];
    const finished: string[] = [];
    const running = gate();
    const queue = await startedQueue(async (id) => {
      woken.push(id);
      await running.opened;
      finished.push(id);
    }, 1);
    await queue.publish(name, ['first', 'second']);
    await until('the first runs', () => woken.length === 1);
    const stopped = queue.stop();
    running.open();
    await stopped;
    expect(finished).toEqual(woken);
    expect(woken).toHaveLength(1);
    const taken: string[] = [];
    await consuming(async (id) => void taken.push(id));
    await until('the next process has the rest', () => taken.length === 1);
    expect([...woken, ...taken].toSorted()).toEqual(['first', 'second']);
  });

  it('does not wait for a handler longer than the grace period', async () => {
    const running = gate();
    const woken: string[] = [];
    const queue = await startedQueue(async (id) => {
      woken.push(id);
      await running.opened;
    });
    await queue.publish(name, ['stuck']);
    await until('it runs', () => woken.length === 1);
    await queue.stop({ graceMs: 50 });
    expect(log.entries).toContainEqual(
      expect.objectContaining({ message: 'handlers did not end in time', details: { ids: ['stuck'] } }),
    );
    running.open();
  });

  it('ignores ids that are published before the start or after the stop, without logging', async () => {
    const queue = processQueue();
    await queue.publish('unstarted', ['a']);
    await queue.start();
    await queue.stop();
    await queue.publish('unstarted', ['a']);
    expect(log.entries).toEqual([]);
  });

  it('refuses a second consumer of a queue, and a consumer after the start', async () => {
    const queue = await startedQueue(async () => {});
    expect(() => queue.consume('late', async () => {}, { concurrency: 1 })).toThrow('before the queues are started');
    const other = processQueue();
    other.consume('twice', async () => {}, { concurrency: 1 });
    expect(() => other.consume('twice', async () => {}, { concurrency: 1 })).toThrow("'twice' is consumed already");
  });
});
