import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { MAX_STREAM_EVENTS, workerOptions, type BullEngine } from './bull-engine.js';
import type { RepeatedWarnings } from './repeated-warnings.js';

const RECONNECT_STEP_MS = 50;
const LONGEST_RECONNECT_MS = 500;
const COMMAND_TIMEOUT_MS = 2_000;
const DISCONNECT_TIMEOUT_MS = 200;

const COMMON = {
  retryStrategy: (times: number) => Math.min(times * RECONNECT_STEP_MS, LONGEST_RECONNECT_MS),
  keepAlive: 10_000,
  disconnectTimeout: DISCONNECT_TIMEOUT_MS,
};
/** Publishing fails at once if Redis is not reachable. */
const PRODUCER = { ...COMMON, enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: COMMAND_TIMEOUT_MS };
/** Workers wait for Redis. */
const CONSUMER = { ...COMMON, maxRetriesPerRequest: null };

interface RedisEngineOptions {
  readonly url: string;
  /** Returns the prefix of its keys. Called when the engine is opened. */
  readonly prefix: () => Promise<string>;
  readonly warnings: RepeatedWarnings;
}

/** BullMQ on Redis, for several machines. Redis may lose its data and may be unavailable at start. */
export function redisEngine({ url, prefix: findPrefix, warnings }: RedisEngineOptions): BullEngine {
  let clients: { readonly producer: Redis; readonly consumer: Redis } | null = null;
  let prefix = '';
  const opened = () => {
    if (!clients) throw new Error('The queue is not open.');
    return clients;
  };
  const isReady = () => opened().producer.status === 'ready';
  return {
    name: 'redis',
    async open() {
      prefix = await findPrefix();
      // The clients connect and reconnect by themselves and report each failure as an event.
      clients = { producer: new Redis(url, PRODUCER), consumer: new Redis(url, CONSUMER) };
      for (const client of Object.values(clients))
        client.on('error', (error) => warnings.warn(error, 'Redis cannot be reached'));
    },
    close() {
      for (const client of Object.values(clients ?? {})) client.disconnect();
      return Promise.resolve();
    },
    reachable: isReady,
    ping: () => (isReady() ? opened().producer.ping() : Promise.reject(new Error('Redis cannot be reached.'))),
    queue: (name) =>
      new Queue(name, { connection: opened().producer, prefix, streams: { events: { maxLen: MAX_STREAM_EVENTS } } }),
    worker: (name, processor, concurrency) =>
      new Worker(name, processor, {
        ...workerOptions,
        connection: opened().consumer,
        prefix,
        concurrency,
      }),
  };
}
