import { instanceId } from '@cubit/access';
import type { Database } from '@cubit/database';
import type { Logger } from '@cubit/core/host';
import {
  AttemptCounter,
  PostgresTokenStore,
  RedisTokenStore,
  SharedRateLimiter,
  type RateLimiter,
  type TokenStore,
} from '@cubit/http';
import { Redis } from 'ioredis';
import type { Configuration } from './configuration.js';

const RECONNECT_STEP_MS = 50;
const LONGEST_RECONNECT_MS = 500;
const CONNECT_TIMEOUT_MS = 2_000;
/** Short, because requests wait for it: counting per process is better than slow requests. */
const COMMAND_TIMEOUT_MS = 250;
const DISCONNECT_TIMEOUT_MS = 200;

export interface OpenRateLimiter {
  /** Null: requests are counted in process memory. */
  readonly rateLimiter: RateLimiter | null;
  /** Counter of wrong passwords. */
  readonly attempts: AttemptCounter;
  close(): Promise<void>;
}

/** Limits shared by all processes if there can be several; null if there can be only one. */
export async function openRateLimiter(
  { redisUrl, databaseUrl, rateLimit, roles }: Configuration,
  { database, log }: { readonly database: Database; readonly log: Logger },
): Promise<OpenRateLimiter | null> {
  if (rateLimit === 'off' || !roles.includes('api')) return null;
  if (redisUrl !== null) return onRedis(redisUrl, { prefix: `cubit:${await instanceId(database.db)}:rate`, log });
  const close = () => Promise.resolve();
  if (databaseUrl === null) return { rateLimiter: null, attempts: new AttemptCounter({ log }), close };
  return { ...sharing(await PostgresTokenStore.open(database), log), close };
}

/** Redis may be unreachable at any time. */
async function onRedis(
  redisUrl: string,
  { prefix, log }: { readonly prefix: string; readonly log: Logger },
): Promise<OpenRateLimiter> {
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    retryStrategy: (times) => Math.min(times * RECONNECT_STEP_MS, LONGEST_RECONNECT_MS),
  });
  redis.on('error', (error) => log.debug({ err: error }, 'Redis cannot be reached to count requests'));
  // It connects and reconnects by itself; the limiter warns when it counts locally.
  await redis.connect().catch(() => null);
  return { ...sharing(new RedisTokenStore(redis, { prefix }), log), close: () => Promise.resolve(redis.disconnect()) };
}

function sharing(store: TokenStore, log: Logger) {
  return { rateLimiter: new SharedRateLimiter({ store, log }), attempts: new AttemptCounter({ store, log }) };
}
