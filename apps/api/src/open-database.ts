import { setTimeout as sleep } from 'node:timers/promises';
import { type ConnectionSettings, Database, outageOf } from '@cubit/database';
import type { Logger } from '@cubit/core/host';
import type { Configuration } from './configuration.js';
import { StartError } from './start-error.js';

export interface OpenDatabase {
  readonly database: Database;
  /** Location of the data, for people. */
  readonly location: string;
  /** No other process can use the database: it is embedded, and was started for this one. */
  readonly isAlone: boolean;
  close(): Promise<void>;
}

/** How a command uses the database. */
export interface AccessOptions {
  /** Statements that change something fail. Default false. */
  readonly readOnly?: boolean;
  /** How long to wait for a server that starts. Default: 30 s. */
  readonly waitMs?: number;
}

/** Time for a server that starts together with this program (compose). */
const EXTERNAL_SERVER_WAIT_MS = 30_000;
const RETRY_EVERY_MS = 500;

/** Opens the configured database, or starts an embedded PostgreSQL in the data directory. */
export async function openDatabase(
  configuration: Configuration,
  log: Logger,
  access: AccessOptions = {},
): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, databaseConnections } = configuration;
  // One listens for notifications.
  const max = databaseConnections - 1;
  if (databaseUrl !== null) return openExternal(databaseUrl, { max, log, ...access });
  // Imported here only, because an external database does not need it.
  const { startEmbeddedPostgres } = await import('@cubit/postgres');
  const server = await startEmbeddedPostgres({ dataDir, log: (message) => log.info({}, message) });
  const database = connect(server.connection, { max, log, ...access });
  const close = async () => {
    await database.close();
    await server.stop();
  };
  return { database, location: dataDir, isAlone: true, close };
}

/** Opens the database beside a program that may run: the embedded one then belongs to that program, and is left running. */
export async function openDatabaseBeside(
  configuration: Configuration,
  log: Logger,
  access: AccessOptions = {},
): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, databaseConnections } = configuration;
  if (databaseUrl !== null) return openDatabase(configuration, log, access);
  const { connectionBeside, DatabaseStartError } = await import('@cubit/postgres');
  try {
    return await openDatabase(configuration, log, access);
  } catch (error) {
    const isInUse = error instanceof DatabaseStartError && error.code === 'data_directory_in_use';
    const connection = isInUse ? await connectionBeside({ dataDir }) : null;
    if (connection === null) throw error;
    const database = connect(connection, { max: databaseConnections - 1, log, ...access });
    return { database, location: dataDir, isAlone: false, close: () => database.close() };
  }
}

interface ConnectOptions extends AccessOptions {
  readonly max: number;
  readonly log: Logger;
}

async function openExternal(connectionString: string, options: ConnectOptions): Promise<OpenDatabase> {
  const { host, pathname } = new URL(connectionString);
  const location = `${host}${pathname}`;
  const database = connect({ connectionString }, options);
  try {
    await waitFor(database, { location, ...options });
  } catch (error) {
    await database.close();
    throw new StartError(`The database that DATABASE_URL names (${location}) cannot be used: ${reasonOf(error)}`, {
      cause: error,
    });
  }
  return { database, location, isAlone: false, close: () => database.close() };
}

async function waitFor(
  database: Database,
  { location, log, waitMs = EXTERNAL_SERVER_WAIT_MS }: ConnectOptions & { readonly location: string },
): Promise<void> {
  const deadline = performance.now() + waitMs;
  for (let isLogged = false; ; isLogged = true) {
    try {
      await database.ping();
      return;
    } catch (error) {
      if (outageOf(error) !== 'away' || performance.now() > deadline) throw error;
      if (!isLogged) log.warn({ reason: reasonOf(error) }, `waiting for the database at ${location}`);
      await sleep(RETRY_EVERY_MS);
    }
  }
}

function connect(connection: ConnectionSettings, { max, log, readOnly = false }: ConnectOptions): Database {
  return new Database({
    connection,
    max,
    readOnly,
    onError: (error) => log.warn({ error: error.message }, 'lost an idle connection to the database'),
  });
}

/** A name with several addresses fails with an AggregateError without a message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
