import { createPostgresBackend, runMigrations, withBackend, type PgPool } from 'bullmq';
import pg from 'pg';
import type { ConnectionSettings } from '@cubit/database';
import { MAX_STREAM_EVENTS, workerOptions, type BullEngine } from './bull-engine.js';
import type { RepeatedWarnings } from './repeated-warnings.js';

/** Connections for statements. Each worker also uses one connection to listen. */
const STATEMENT_CONNECTIONS = 4;
const LISTENING_CONNECTIONS = 8;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 10_000;
/** Client-side timeout, for a server that does not respond at all. */
const QUERY_TIMEOUT_MS = 12_000;
const SETTINGS = [
  'search_path=bullmq',
  // Wake-ups may be lost, so commits need not wait for the disk.
  'synchronous_commit=off',
  'jit=off',
  'max_parallel_workers_per_gather=0',
];

const { Queue, Worker } = withBackend(createPostgresBackend);

/** BullMQ on PostgreSQL: its tables are in the schema `bullmq` of the instance's database. */
export function postgresEngine(connection: ConnectionSettings, warnings: RepeatedWarnings): BullEngine {
  const pool = new pg.Pool({
    ...connection,
    max: STATEMENT_CONNECTIONS + LISTENING_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    options: SETTINGS.map((setting) => `-c ${setting}`).join(' '),
    application_name: 'cubit-queue',
    keepAlive: true,
  });
  pool.on('error', (error) => warnings.warn(error, 'a connection of the queue broke'));
  // A broken connection fails its statement. The listener is required: an unhandled `error` event would end the process.
  pool.on('connect', (client) => void client.on('error', () => {}));
  // Every queue and worker adds listeners to the pool.
  pool.setMaxListeners(0);
  // The pool type of BullMQ differs slightly from the type of `pg`.
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
    ping: () => pool.query('select 1'),
    queue: (name) => new Queue(name, { connection: shared, streams: { events: { maxLen: MAX_STREAM_EVENTS } } }),
    worker: (name, processor, concurrency) =>
      new Worker(name, processor, { ...workerOptions, connection: shared, concurrency }),
  };
}
