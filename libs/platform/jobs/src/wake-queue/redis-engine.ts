import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { KEPT_EVENTS, workerOptions, type BullEngine } from './bull-engine.js';
import type { RepeatedWarnings } from './repeated-warnings.js';

const PREFIX = 'cubit';
const RECONNECT_STEP_MS = 50;
const LONGEST_RECONNECT_MS = 500;
const COMMAND_TIMEOUT_MS = 2_000;
const DISCONNECT_TIMEOUT_MS = 200;

const COMMON = {
  retryStrategy: (times: number) => Math.min(times * RECONNECT_STEP_MS, LONGEST_RECONNECT_MS),
  keepAlive: 10_000,
  disconnectTimeout: DISCONNECT_TIMEOUT_MS,
};
/** Whoever publishes is told at once that Redis is away. */
const PRODUCER = { ...COMMON, enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: COMMAND_TIMEOUT_MS };
/** Workers wait for it. */
const CONSUMER = { ...COMMON, maxRetriesPerRequest: null };

/** For several machines. Redis may forget everything, and may be away when the process starts. */
export function redisEngine(url: string, warnings: RepeatedWarnings): BullEngine {
  let clients: { readonly producer: Redis; readonly consumer: Redis } | null = null;
  const opened = () => {
    if (!clients) throw new Error('The queue is used before it is opened.');
    return clients;
  };
  return {
    name: 'redis',
    open() {
      // They connect, and connect again, by themselves, and tell of each failure by an event.
      clients = { producer: new Redis(url, PRODUCER), consumer: new Redis(url, CONSUMER) };
      for (const client of Object.values(clients))
        client.on('error', (error) => warnings.warn(error, 'Redis cannot be reached'));
      return Promise.resolve();
    },
    close() {
      for (const client of Object.values(clients ?? {})) client.disconnect();
      return Promise.resolve();
    },
    reachable: () => opened().producer.status === 'ready',
    queue: (name) =>
      new Queue(name, { connection: opened().producer, prefix: PREFIX, streams: { events: { maxLen: KEPT_EVENTS } } }),
    worker: (name, processor, concurrency) =>
      new Worker(name, processor, {
        ...workerOptions,
        connection: opened().consumer,
        prefix: PREFIX,
        concurrency,
      }),
  };
}
