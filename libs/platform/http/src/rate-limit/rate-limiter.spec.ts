import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLog, createTestServer, isRedisInstalled, RedisServer } from '@cubit/testing';
import { Redis } from 'ioredis';
import { createHttpServer, type HttpServer, type RateLimits } from '../index.js';
import { addressKey } from './address-key.js';
import { MemoryRateLimiter } from './memory-rate-limiter.js';
import type { RateDecision, RateLimiter, RatePolicy } from './rate-limiter.js';
import { RedisTokenStore } from './redis-token-store.js';
import { SharedRateLimiter } from './shared-rate-limiter.js';
import type { TokenStore } from './token-store.js';

const policy = { name: 'default', limit: 3, windowS: 60 };
const log = createLog();

interface Counted {
  readonly limiter: RateLimiter & { readonly size: number };
  /** Lets time go by. */
  pass(ms: number): Promise<void>;
}

/** What holds wherever it is counted. */
function suite(name: string, create: (options?: { readonly maxKeys: number }) => Counted): void {
  describe(name, () => {
    it('allows as many as the limit in a window, and again in the next', async () => {
      const { limiter, pass } = create();
      const allowed = async () => (await limiter.consume(policy, 'a')).allowed;

      expect([await allowed(), await allowed(), await allowed(), await allowed()]).toEqual([true, true, true, false]);
      await pass(60_000);
      expect(await allowed()).toBe(true);
    });

    it('allows as many as the limit of those that come at once', async () => {
      const { limiter } = create();
      const decisions = await Promise.all(Array.from({ length: 20 }, async () => limiter.consume(policy, 'a')));

      expect(decisions.map(({ allowed }) => allowed)).toEqual([true, true, true, ...Array(17).fill(false)]);
    });

    it('counts keys and policies apart', async () => {
      const { limiter } = create();
      for (let count = 0; count < 4; count += 1) await limiter.consume(policy, 'a');

      expect((await limiter.consume(policy, 'b')).allowed).toBe(true);
      expect((await limiter.consume({ ...policy, name: 'other' }, 'a')).allowed).toBe(true);
    });

    it('tells what is left and when the window ends', async () => {
      const { limiter, pass } = create();
      await limiter.consume(policy, 'a');
      await pass(20_500);

      expect(await limiter.consume(policy, 'a')).toEqual({ allowed: true, remaining: 1, resetS: 40 });
    });

    it('tells what is left of a wide limit as exactly', async () => {
      const { limiter } = create();
      const wide = { ...policy, name: 'wide', limit: 1_000 };
      const told: RateDecision[] = [];
      for (let count = 0; count < 1_001; count += 1) told.push(await limiter.consume(wide, 'a'));

      expect(told.map(({ remaining }) => remaining)).toEqual([...Array(1_000).keys()].reverse().concat(0));
      expect(told.map(({ allowed }) => allowed)).toEqual([...Array(1_000).fill(true), false]);
    });

    it('forgets windows that ended, and never holds more keys than it may', async () => {
      const { limiter, pass } = create({ maxKeys: 100 });
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
  return { limiter: new MemoryRateLimiter({ nowMs: () => nowMs, ...options }), pass };
});

if (!isRedisInstalled())
  it('is not tried on Redis here: no redis-server is installed', () => {
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

  suite('SharedRateLimiter on Redis', (options) => {
    let nowMs = 0;
    const prefix = randomUUID();
    return {
      limiter: new SharedRateLimiter({
        store: new RedisTokenStore(redis, { prefix }),
        log,
        nowMs: () => nowMs,
        ...options,
      }),
      pass: async (ms) => {
        nowMs += ms;
        for (const key of await redis.keys(`${prefix}:*`)) await redis.pexpire(key, (await redis.pttl(key)) - ms);
      },
    };
  });

  describe('SharedRateLimiter in several processes', () => {
    const wide = { ...policy, name: 'wide', limit: 6_000 };
    const narrow = { ...policy, name: 'narrow', limit: 10 };
    const spent = async (limiters: readonly RateLimiter[], counted: RatePolicy) => {
      const counts = limiters.map(() => 0);
      for (let turn = 0; turn < counted.limit; turn += 1)
        for (const [index, limiter] of limiters.entries())
          if ((await limiter.consume(counted, 'a')).allowed) counts[index]! += 1;
      return counts.reduce((sum, count) => sum + count);
    };
    const processes = (count: number) => {
      const prefix = randomUUID();
      return Array.from(
        { length: count },
        () => new SharedRateLimiter({ store: new RedisTokenStore(redis, { prefix }), log }),
      );
    };

    it('allows exactly the limit in all where it is below 200, as for sign-in', async () => {
      expect(await spent(processes(2), narrow)).toBe(10);
      expect(await spent(processes(3), { ...narrow, limit: 199 })).toBe(199);
    });

    it('never allows more than a wide limit, and of one process all but what the others leased', async () => {
      const [one, other] = processes(2);
      await other!.consume(wide, 'a');

      expect(await spent([one!], wide)).toBe(6_000 - 60);
      expect(await spent([one!, other!], wide)).toBe(59);
    });

    it('asks once in a hundredth of a limit, once for those that come at once, and not at all once it is used up', async () => {
      let asked = 0;
      const onRedis = new RedisTokenStore(redis, { prefix: randomUUID() });
      const store: TokenStore = { lease: (...question) => ((asked += 1), onRedis.lease(...question)) };
      const limiter = new SharedRateLimiter({ store, log });
      for (let count = 0; count < 600; count += 1) await limiter.consume(wide, 'a');
      expect(asked).toBe(10);

      asked = 0;
      await Promise.all(Array.from({ length: 50 }, async () => limiter.consume(narrow, 'b')));
      await limiter.consume(narrow, 'b');
      expect(asked).toBeLessThanOrEqual(2);
    });

    it('keeps no key readable', async () => {
      const prefix = randomUUID();
      await new RedisTokenStore(redis, { prefix }).lease(policy, 'ada@example.org', 1);

      expect(await redis.keys(`${prefix}:*`)).toEqual([expect.stringMatching(/:default:[\w-]{43}$/)]);
    });
  });

  it('counts for itself while Redis is away, says so once, and together again when it is back', async () => {
    const own = await RedisServer.reserve();
    const client = connectTo(own);
    opened.push(client, own);
    await client.connect().catch(() => null);
    let nowMs = 0;
    const limiter = new SharedRateLimiter({ store: new RedisTokenStore(client), log, nowMs: () => nowMs });
    const allowed = async () => (await limiter.consume(policy, 'a')).allowed;
    const messages = () => log.entries.map(({ message }) => message).filter((message) => /count/.test(message));
    expect([await allowed(), await allowed(), await allowed(), await allowed()]).toEqual([true, true, true, false]);
    expect(messages()).toEqual(['Each process counts rate limits for itself']);

    const ready = new Promise((resolve) => client.once('ready', resolve));
    await own.start();
    await ready;
    expect(await allowed()).toBe(false);
    nowMs += 1_000;
    expect([await allowed(), await allowed(), await allowed(), await allowed()]).toEqual([true, true, true, false]);
    expect(await client.dbsize()).toBe(1);
    expect(messages().slice(1)).toEqual(['Rate limits are counted together again']);
  });

  describe('two servers on one Redis', () => {
    const started: HttpServer[] = [];
    afterAll(() => Promise.all(started.map((http) => http.close({ graceMs: 0 }))));
    const twoServers = async (rateLimits: Partial<RateLimits>) => {
      const test = await createTestServer();
      started.push({ close: () => test.close() } as HttpServer);
      const prefix = randomUUID();
      for (let count = 0; count < 2; count += 1) {
        const rateLimiter = new SharedRateLimiter({ store: new RedisTokenStore(redis, { prefix }), log });
        started.unshift(
          await createHttpServer({ kernel: test.kernel, log: test.log, settings: { rateLimits }, rateLimiter }),
        );
      }
      return { servers: started.slice(0, 2), test };
    };

    it('answer as many requests and sign-ins as one would, with what is left told by each', async () => {
      const { servers, test } = await twoServers({ credential: 6, signInEmail: 4 });
      const { owner } = await test.workspace();
      const replies = [];
      for (let count = 0; count < 8; count += 1)
        replies.push(
          await servers[count % 2]!.app.inject({
            url: '/api/v1/me',
            headers: { authorization: `Bearer ${owner.token}` },
          }),
        );
      expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
      expect(replies.map(({ headers }) => /r=(\d+)/.exec(String(headers['ratelimit']))?.[1])).toEqual([
        '5',
        '4',
        '3',
        '2',
        '1',
        '0',
        '0',
        '0',
      ]);

      const signIns = await Promise.all(
        Array.from({ length: 10 }, (_, count) =>
          servers[count % 2]!.app.inject({
            method: 'POST',
            url: '/api/v1/me/session',
            payload: { email: 'nobody@example.org', password: 'wrong password' },
          }),
        ),
      );
      const codes = signIns.map(({ statusCode }) => statusCode).sort();
      expect(codes).toEqual([401, 401, 401, 401, 429, 429, 429, 429, 429, 429]);
    });
  });
}

function connectTo({ url }: RedisServer): Redis {
  const client = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => 20,
  });
  // The limiter tells of it.
  client.on('error', () => {});
  return client;
}

async function end(client: Redis): Promise<void> {
  const ended = client.status === 'ready' && new Promise((resolve) => client.once('end', resolve));
  client.disconnect();
  await ended;
}

describe('addressKey', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('counts %s under %s', (address, key) => expect(addressKey(address)).toBe(key));
});
