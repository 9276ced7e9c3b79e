import { hashOfKey } from './hash-of-key.js';
import type { RatePolicy } from './rate-limiter.js';
import type { Lease, TokenStore } from './token-store.js';

/** The part of a Redis client that the store uses. */
export interface RedisScripts {
  eval(script: string, numberOfKeys: number, ...args: (string | number)[]): Promise<unknown>;
}

const SECOND_MS = 1_000;
/** KEYS: the window. ARGV: wanted, limit, length in ms. The first lease opens the window; it ends when the key expires. */
const LEASE = `
local taken = tonumber(redis.call('GET', KEYS[1]) or '0')
local left = math.max(0, tonumber(ARGV[2]) - taken)
local granted = math.min(tonumber(ARGV[1]), left)
if granted > 0 then
  if taken == 0 then redis.call('SET', KEYS[1], granted, 'PX', ARGV[3])
  else redis.call('INCRBY', KEYS[1], granted) end
end
return { granted, left - granted, redis.call('PTTL', KEYS[1]) }`;

/** KEYS: the window. ARGV: how many. Does not change the expiry. */
const GIVE_BACK = `
local taken = tonumber(redis.call('GET', KEYS[1]) or '0')
if taken > tonumber(ARGV[1]) then redis.call('DECRBY', KEYS[1], ARGV[1])
elseif taken > 0 then redis.call('DEL', KEYS[1]) end`;

/** Windows as Redis keys that expire. Keys are hashed: what is counted may be an email address. */
export class RedisTokenStore implements TokenStore {
  readonly #redis: RedisScripts;
  readonly #prefix: string;

  /** Instances that share a Redis each have their own `prefix`. */
  constructor(redis: RedisScripts, { prefix = 'cubit:rate' }: { readonly prefix?: string } = {}) {
    this.#redis = redis;
    this.#prefix = prefix;
  }

  async lease({ name, limit, windowS }: RatePolicy, key: string, wanted: number): Promise<Lease> {
    const windowMs = windowS * SECOND_MS;
    const reply = await this.#redis.eval(LEASE, 1, this.#keyOf(name, key), wanted, limit, windowMs);
    const [granted, left, endsInMs] = reply as [number, number, number];
    // With a limit of 0 there is no key, so there is no time to live.
    return { granted, left, endsInMs: endsInMs < 0 ? windowMs : endsInMs };
  }

  async giveBack({ name }: RatePolicy, key: string, count: number): Promise<void> {
    await this.#redis.eval(GIVE_BACK, 1, this.#keyOf(name, key), count);
  }

  #keyOf(name: string, key: string): string {
    return `${this.#prefix}:${name}:${hashOfKey(key)}`;
  }
}
