import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createLog,
  createTestDatabase,
  createTestServer,
  isRedisInstalled,
  RedisServer,
  type TestDatabase,
} from '@cubit/testing';
import { Redis } from 'ioredis';
import inject from 'light-my-request';
import { createHttpServer, type HttpServer } from '../index.js';
import { AttemptCounter } from './attempt-counter.js';
import { MemoryRateLimiter } from './memory-rate-limiter.js';
import { PostgresTokenStore } from './postgres-token-store.js';
import type { RateDecision, RateLimiter, RatePolicy } from './rate-limiter.js';
import { RedisTokenStore } from './redis-token-store.js';
import { SharedRateLimiter } from './shared-rate-limiter.js';
import type { TokenStore } from './token-store.js';

const policy = { name: 'default', limit: 3, windowS: 60 };
const log = createLog();

interface Counted {
  readonly limiter: RateLimiter & { readonly size: number };
  /** Advances the clock. */
  pass(ms: number): Promise<void>;
}

/** Rules that hold for every store. */
function suite(name: string, create: (options?: { readonly maxKeys: number }) => Promise<Counted>): void {
  describe(name, () => {
    it('allows the limit in each window', async () => {
      const { limiter, pass } = await create();
      const allowed = async () => (await limiter.consume(policy, 'a')).allowed;

      expect([await allowed(), await allowed(), await allowed(), await allowed()]).toEqual([true, true, true, false]);
      await pass(60_000);
      expect(await allowed()).toBe(true);
    });

    it('allows only the limit of concurrent requests', async () => {
      const { limiter } = await create();
      const decisions = await Promise.all(Array.from({ length: 20 }, async () => limiter.consume(policy, 'a')));

      expect(decisions.map(({ allowed }) => allowed)).toEqual([true, true, true, ...Array(17).fill(false)]);
    });

    it('counts keys and policies separately', async () => {
      const { limiter } = await create();
      for (let count = 0; count < 4; count += 1) await limiter.consume(policy, 'a');

      expect((await limiter.consume(policy, 'b')).allowed).toBe(true);
      expect((await limiter.consume({ ...policy, name: 'other' }, 'a')).allowed).toBe(true);
    });

    it('reports the remaining requests and when the window ends', async () => {
      const { limiter, pass } = await create();
      await limiter.consume(policy, 'a');
      await pass(20_500);

      expect(await limiter.consume(policy, 'a')).toEqual({ allowed: true, remaining: 1, resetS: 40 });
    });

    it('reports the remaining requests of a large limit exactly', async () => {
      const { limiter } = await create();
      const wide = { ...policy, name: 'wide', limit: 1_000 };
      const decisions: RateDecision[] = [];
      for (let count = 0; count < 1_001; count += 1) decisions.push(await limiter.consume(wide, 'a'));

      expect(decisions.map(({ remaining }) => remaining)).toEqual([...Array(1_000).keys()].reverse().concat(0));
      expect(decisions.map(({ allowed }) => allowed)).toEqual([...Array(1_000).fill(true), false]);
    });

    it('drops expired windows, and never has more keys than its maximum', async () => {
      const { limiter, pass } = await create({ maxKeys: 100 });
      for (let key = 0; key < 300; key += 1) await limiter.consume(policy, `${key}`);
      expect(limiter.size).toBe(100);

      await pass(61_000);
      await limiter.consume(policy, 'late');
      expect(limiter.size).toBe(1);
    });
  });
}

suite('MemoryRateLimiter', (options) => {
  let nowMs = 0;
  const pass = (ms: number) => Promise.resolve(void (nowMs += ms));
  return Promise.resolve({ limiter: new MemoryRateLimiter({ nowMs: () => nowMs, ...options }), pass });
});

/** A store that several processes share, implemented by one of the engines. */
interface Shared {
  /** Stores of processes that share their windows. Each call returns those of a new instance. */
  stores(count: number): Promise<readonly TokenStore[]>;
  /** Advances the clock of the windows. */
  pass(ms: number): Promise<void>;
  /** Names of the stored windows. */
  keys(): Promise<readonly string[]>;
}

const wide = { ...policy, name: 'wide', limit: 6_000 };
const narrow = { ...policy, name: 'narrow', limit: 10 };

function sharedSuite(engine: string, shared: () => Shared): void {
  const processes = async (count: number) =>
    (await shared().stores(count)).map((store) => new SharedRateLimiter({ store, log }));

  suite(`SharedRateLimiter on ${engine}`, async (options) => {
    let nowMs = 0;
    const [store] = await shared().stores(1);
    return {
      limiter: new SharedRateLimiter({ store: store!, log, nowMs: () => nowMs, ...options }),
      pass: async (ms) => {
        nowMs += ms;
        await shared().pass(ms);
      },
    };
  });

  describe(`SharedRateLimiter in several processes on ${engine}`, () => {
    const spent = async (limiters: readonly RateLimiter[], counted: RatePolicy) => {
      const counts = limiters.map(() => 0);
      for (let turn = 0; turn < counted.limit; turn += 1)
        for (const [index, limiter] of limiters.entries())
          if ((await limiter.consume(counted, 'a')).allowed) counts[index]! += 1;
      return counts.reduce((sum, count) => sum + count);
    };

    it('allows exactly the limit in total if it is below 200', async () => {
      expect(await spent(await processes(2), narrow)).toBe(10);
      expect(await spent(await processes(3), { ...narrow, limit: 199 })).toBe(199);
    });

    it('allows exactly the limit of requests that reach all processes at once', async () => {
      const limiters = await processes(3);
      const requests = limiters.flatMap((limiter) =>
        Array.from({ length: 20 }, async () => limiter.consume(narrow, 'a')),
      );

      expect((await Promise.all(requests)).filter(({ allowed }) => allowed)).toHaveLength(10);
    });

    it('never allows more than a large limit, and gives one process all but the leases of the others', async () => {
      const [one, other] = await processes(2);
      await other!.consume(wide, 'a');

      expect(await spent([one!], wide)).toBe(6_000 - 60);
      expect(await spent([one!, other!], wide)).toBe(59);
    });

    it('asks the store once per hundredth of a limit, once for concurrent requests, and never after the limit is used up', async () => {
      let calls = 0;
      const [behind] = await shared().stores(1);
      const store: TokenStore = {
        lease: (...question) => ((calls += 1), behind!.lease(...question)),
        giveBack: (...given) => behind!.giveBack(...given),
      };
      const limiter = new SharedRateLimiter({ store, log });
      for (let count = 0; count < 600; count += 1) await limiter.consume(wide, 'a');
      expect(calls).toBe(10);

      calls = 0;
      await Promise.all(Array.from({ length: 50 }, async () => limiter.consume(narrow, 'b')));
      await limiter.consume(narrow, 'b');
      expect(calls).toBeLessThanOrEqual(2);
    });

    it('grants nothing in a window that is used up, and reports when it ends', async () => {
      const [store] = await shared().stores(1);
      await store!.lease(policy, 'a', 2);
      await shared().pass(20_000);

      expect(await store!.lease(policy, 'a', 5)).toMatchObject({ granted: 1, left: 0 });
      const last = await store!.lease(policy, 'a', 5);
      expect(last).toMatchObject({ granted: 0, left: 0 });
      expect(last.endsInMs).toBeGreaterThan(30_000);
      expect(last.endsInMs).toBeLessThanOrEqual(40_000);
    });

    it('stores no readable key', async () => {
      const [store] = await shared().stores(1);
      await store!.lease(policy, 'ada@example.org', 1);

      expect(await shared().keys()).toEqual([expect.stringMatching(/default:[\w-]{43}$/)]);
    });

    it('drops expired windows when others are opened', async () => {
      const [store] = await shared().stores(1);
      for (let key = 0; key < 20; key += 1) await store!.lease(policy, `${key}`, 1);
      await shared().pass(61_000);
      await store!.lease(policy, '0', 1);
      await store!.lease(policy, 'late', 1);

      expect(await shared().keys()).toHaveLength(2);
    });
  });

  describe(`AttemptCounter in two processes on ${engine}`, () => {
    const counters = async () => (await shared().stores(2)).map((store) => new AttemptCounter({ store, log }));

    it('allows no more attempts in total than the limit, also concurrent ones', async () => {
      const [one, other] = await counters();
      const requests = Array.from({ length: 30 }, (_, turn) => (turn % 2 ? one! : other!).consume(narrow, 'a'));
      const takes = await Promise.all(requests);
      expect(takes.filter(({ consumed }) => consumed)).toHaveLength(10);
      expect(takes.every(({ endsInMs }) => endsInMs > 0 && endsInMs <= 60_000)).toBe(true);
    });

    it('returns attempts to all processes, some or all', async () => {
      const [one, other] = await counters();
      const taken = async (counter: AttemptCounter) => (await counter.consume(narrow, 'a')).consumed;
      for (let count = 0; count < 10; count += 1) await one!.consume(narrow, 'a');
      expect([await taken(one!), await taken(other!)]).toEqual([false, false]);
      await other!.refund(narrow, 'a', 1);
      expect([await taken(one!), await taken(one!)]).toEqual([true, false]);
      await other!.refund(narrow, 'a', narrow.limit);
      for (let count = 0; count < 10; count += 1) expect(await taken(one!)).toBe(true);
      expect(await taken(other!)).toBe(false);
    });

    it('ends windows', async () => {
      const [one] = await counters();
      for (let count = 0; count < 11; count += 1) await one!.consume(narrow, 'a');
      await shared().pass(61_000);
      expect((await one!.consume(narrow, 'a')).consumed).toBe(true);
    });
  });

  describe(`two servers on one ${engine}`, () => {
    const started: (() => Promise<void>)[] = [];
    afterAll(async () => {
      for (const end of started.reverse()) await end();
    });

    it('answer as many requests in total as one server, and each reports the remainder', async () => {
      const test = await createTestServer();
      started.push(() => test.close());
      const servers: HttpServer[] = [];
      for (const rateLimiter of await processes(2)) {
        const settings = { rateLimits: { credential: 6 } };
        const server = await createHttpServer({ kernel: test.kernel, log: test.log, settings, rateLimiter });
        servers.push(server);
        started.push(() => server.close({ graceMs: 0 }));
      }
      const { owner } = await test.workspace();
      const replies = [];
      for (let count = 0; count < 8; count += 1)
        replies.push(
          await inject(servers[count % 2]!.router, {
            url: '/api/v1/me',
            headers: { authorization: `Bearer ${owner.token}` },
          }),
        );
      expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
      const left = replies.map(({ headers }) => /r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
      expect(left).toEqual(['5', '4', '3', '2', '1', '0', '0', '0']);
    });
  });
}

const postgres: TestDatabase[] = [];
beforeAll(async () => void postgres.push(await createTestDatabase()));
afterAll(() => postgres[0]?.drop());

sharedSuite('PostgreSQL', () => {
  const { database } = postgres[0]!;
  return {
    async stores(count) {
      const stores = await Promise.all(Array.from({ length: count }, () => PostgresTokenStore.open(database)));
      await database.read('truncate rate_window', []);
      return stores;
    },
    pass: async (ms) =>
      void (await database.read("update rate_window set ends_at = ends_at - $1 * interval '1 ms'", [ms])),
    keys: async () =>
      (await database.read<{ key: string }>(`select policy || ':' || key as key from rate_window`, [])).map(
        ({ key }) => key,
      ),
  };
});

describe('PostgresTokenStore', () => {
  it('uses an unlogged table for its windows', async () => {
    const { database } = postgres[0]!;
    await PostgresTokenStore.open(database);

    expect(await database.read("select relpersistence from pg_class where relname = 'rate_window'", [])).toEqual([
      { relpersistence: 'u' },
    ]);
  });
});

if (!isRedisInstalled())
  it('is not tested with Redis: no redis-server is installed', () => {
    expect(isRedisInstalled()).toBe(false);
  });
else {
  let server: RedisServer;
  let redis: Redis;
  const opened: (Redis | RedisServer)[] = [];
  beforeAll(async () => {
    server = await RedisServer.started();
    redis = connectTo(server);
    opened.push(redis, server);
    await redis.connect();
  });
  afterAll(async () => {
    for (const one of opened) await (one instanceof Redis ? end(one) : one.kill());
  });

  sharedSuite('Redis', () => ({
    async stores(count) {
      await redis.flushall();
      return Array.from({ length: count }, () => new RedisTokenStore(redis));
    },
    pass: async (ms) => {
      for (const key of await redis.keys('*')) await redis.pexpire(key, (await redis.pttl(key)) - ms);
    },
    keys: () => redis.keys('*'),
  }));

  it('counts in its own process while Redis is unavailable, logs it once, and counts together again afterwards', async () => {
    const own = await RedisServer.reserve();
    const client = connectTo(own);
    opened.push(client, own);
    await client.connect().catch(() => null);
    let nowMs = 0;
    const limiter = new SharedRateLimiter({ store: new RedisTokenStore(client), log, nowMs: () => nowMs });
    const allowed = async () => (await limiter.consume(policy, 'a')).allowed;
    const messages = () => log.entries.map(({ message }) => message).filter((message) => /count/.test(message));
    expect([await allowed(), await allowed(), await allowed(), await allowed()]).toEqual([true, true, true, false]);
    expect(messages()).toEqual(['The rate limit store is unavailable; each process counts on its own']);

    const ready = new Promise((resolve) => client.once('ready', resolve));
    await own.start();
    await ready;
    expect(await allowed()).toBe(false);
    nowMs += 1_000;
    expect([await allowed(), await allowed(), await allowed(), await allowed()]).toEqual([true, true, true, false]);
    expect(await client.dbsize()).toBe(1);
    expect(messages().slice(1)).toEqual(['The rate limit store is available again; all processes count together']);
  });

  it('counts wrong passwords in its own process while Redis is unavailable', async () => {
    const client = connectTo(await RedisServer.reserve());
    opened.push(client);
    await client.connect().catch(() => null);
    const counter = new AttemptCounter({ store: new RedisTokenStore(client), log });
    const takes = [];
    for (let count = 0; count < 11; count += 1) takes.push((await counter.consume(narrow, 'a')).consumed);
    expect(takes).toEqual([...Array<boolean>(10).fill(true), false]);
  });
}

function connectTo({ url }: RedisServer): Redis {
  const client = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => 20,
  });
  // The limiter reports errors.
  client.on('error', () => {});
  return client;
}

async function end(client: Redis): Promise<void> {
  const ended = client.status === 'ready' && new Promise((resolve) => client.once('end', resolve));
  client.disconnect();
  await ended;
}
