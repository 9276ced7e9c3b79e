import type { Database, Logger } from '@cubit/core';
import { PostgresTokenStore, RedisTokenStore, SharedRateLimiter, type RateLimiter } from '@cubit/http';
import { Redis } from 'ioredis';
import type { Configuration } from './configuration.js';

const RECONNECT_STEP_MS = 50;
const LONGEST_RECONNECT_MS = 500;
const CONNECT_TIMEOUT_MS = 2_000;
/** A request waits for it: rather each process counts for itself than that all are slow. */
const COMMAND_TIMEOUT_MS = 250;
const DISCONNECT_TIMEOUT_MS = 200;

export interface OpenRateLimiter {
  readonly rateLimiter: RateLimiter;
  close(): Promise<void>;
}

/** Limits that hold for all processes together; null where there are none, or no other process can have the database. */
export async function openRateLimiter(
  { redisUrl, databaseUrl, rateLimit, roles }: Configuration,
  { database, log }: { readonly database: Database; readonly log: Logger },
): Promise<OpenRateLimiter | null> {
  if (rateLimit === 'off' || !roles.includes('api')) return null;
  if (redisUrl !== null) return onRedis(redisUrl, log);
  if (databaseUrl === null) return null;
  const store = await PostgresTokenStore.open(database);
  return { rateLimiter: new SharedRateLimiter({ store, log }), close: () => Promise.resolve() };
}

/** Redis may be away, now and later. */
async function onRedis(redisUrl: string, log: Logger): Promise<OpenRateLimiter> {
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
  // Whether or not it is there, it connects by itself from now on; what is not counted there, the limiter warns of.
  await redis.connect().catch(() => null);
  return {
    rateLimiter: new SharedRateLimiter({ store: new RedisTokenStore(redis), log }),
    close: () => Promise.resolve(redis.disconnect()),
  };
}
