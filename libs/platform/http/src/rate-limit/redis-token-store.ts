import { hashOfKey } from './hash-of-key.js';
import type { RatePolicy } from './rate-limiter.js';
import type { Lease, TokenStore } from './token-store.js';

/** What is used of a Redis client. */
export interface RedisScripts {
  eval(script: string, numberOfKeys: number, ...args: (string | number)[]): Promise<unknown>;
}

const SECOND_MS = 1_000;
/** KEYS: the window. ARGV: wanted, limit, length in ms. The first lease opens the window, whose end is the key's. */
const LEASE = `
local taken = tonumber(redis.call('GET', KEYS[1]) or '0')
local left = math.max(0, tonumber(ARGV[2]) - taken)
local granted = math.min(tonumber(ARGV[1]), left)
if granted > 0 then
  if taken == 0 then redis.call('SET', KEYS[1], granted, 'PX', ARGV[3])
  else redis.call('INCRBY', KEYS[1], granted) end
end
return { granted, left - granted, redis.call('PTTL', KEYS[1]) }`;

/** Windows as keys of Redis, which end by themselves. Nothing readable is kept of what is counted: it may be an email address. */
export class RedisTokenStore implements TokenStore {
  readonly #redis: RedisScripts;
  readonly #prefix: string;

  constructor(redis: RedisScripts, { prefix = 'cubit:rate' }: { readonly prefix?: string } = {}) {
    this.#redis = redis;
    this.#prefix = prefix;
  }

  async lease({ name, limit, windowS }: RatePolicy, key: string, wanted: number): Promise<Lease> {
    const windowMs = windowS * SECOND_MS;
    const reply = await this.#redis.eval(
      LEASE,
      1,
      `${this.#prefix}:${name}:${hashOfKey(key)}`,
      wanted,
      limit,
      windowMs,
    );
    const [granted, left, endsInMs] = reply as [number, number, number];
    // Without a key, as a limit of nothing leaves it, there is no time to live.
    return { granted, left, endsInMs: endsInMs < 0 ? windowMs : endsInMs };
  }
}
