import { createPostgresBackend, runMigrations, withBackend, type PgPool } from 'bullmq';
import pg from 'pg';
import type { ConnectionSettings } from '@cubit/core';
import { KEPT_EVENTS, workerOptions, type BullEngine } from './bull-engine.js';
import type { RepeatedWarnings } from './repeated-warnings.js';

/** Each worker keeps one connection to listen on; these are for statements. */
const STATEMENT_CONNECTIONS = 4;
const LISTENING_CONNECTIONS = 8;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 10_000;
const SETTINGS = [
  'search_path=bullmq',
  // A wake-up may be lost, so nobody waits for it to reach the disk.
  'synchronous_commit=off',
  'jit=off',
  'max_parallel_workers_per_gather=0',
];

const { Queue, Worker } = withBackend(createPostgresBackend);

/** BullMQ's tables in the schema `bullmq` of the product's own database: nothing else to run. */
export function postgresEngine(connection: ConnectionSettings, warnings: RepeatedWarnings): BullEngine {
  const pool = new pg.Pool({
    ...connection,
    max: STATEMENT_CONNECTIONS + LISTENING_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    options: SETTINGS.map((setting) => `-c ${setting}`).join(' '),
    application_name: 'cubit-queue',
    keepAlive: true,
  });
  pool.on('error', (error) => warnings.warn(error, 'a connection of the queue broke'));
  // One that breaks while somebody works on it fails their statement; a report that nobody takes would end the process.
  pool.on('connect', (client) => void client.on('error', () => {}));
  // Every queue and worker listens for the pool's errors as well.
  pool.setMaxListeners(0);
  // BullMQ describes the pools that it takes by an interface of its own, which the types of `pg` do not quite meet.
  const shared = pool as unknown as PgPool;
  return {
    name: 'postgres',
    async open() {
      const client = await pool.connect();
      try {
        await runMigrations(client);
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
    reachable: () => true,
    queue: (name) => new Queue(name, { connection: shared, streams: { events: { maxLen: KEPT_EVENTS } } }),
    worker: (name, processor, concurrency) =>
      new Worker(name, processor, { ...workerOptions, connection: shared, concurrency }),
  };
}
