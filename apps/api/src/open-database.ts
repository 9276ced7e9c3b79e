import { setTimeout as sleep } from 'node:timers/promises';
import { Database, isConnectionFault, type ConnectionSettings, type Logger } from '@cubit/core';
import type { Configuration } from './configuration.js';
import { StartError } from './start-error.js';

export interface OpenDatabase {
  readonly database: Database;
  /** Where the data is, for people. */
  readonly place: string;
  close(): Promise<void>;
}

/** A server that starts together with this program (compose) is given time to come up. */
const GIVEN_SERVER_WAIT_MS = 30_000;
const RETRY_EVERY_MS = 500;

/** The database that the configuration names, or a PostgreSQL of the program's own in the data directory. */
export async function openDatabase({ databaseUrl, dataDir }: Configuration, log: Logger): Promise<OpenDatabase> {
  if (databaseUrl !== null) return openGiven(databaseUrl, log);
  // Loaded only here: with a database of one's own its code is never needed.
  const { startEmbeddedPostgres } = await import('@cubit/postgres');
  const server = await startEmbeddedPostgres({ dataDir, log: (message) => log.info({}, message) });
  const database = connect(server.connection, log);
  const close = async () => {
    await database.close();
    await server.stop();
  };
  return { database, place: dataDir, close };
}

async function openGiven(connectionString: string, log: Logger): Promise<OpenDatabase> {
  const { host, pathname } = new URL(connectionString);
  const place = `${host}${pathname}`;
  const database = connect({ connectionString }, log);
  try {
    await waitFor(database, { place, log });
  } catch (error) {
    await database.close();
    throw new StartError(`The database that DATABASE_URL names (${place}) cannot be used: ${reasonOf(error)}`, {
      cause: error,
    });
  }
  return { database, place, close: () => database.close() };
}

async function waitFor(
  database: Database,
  { place, log }: { readonly place: string; readonly log: Logger },
): Promise<void> {
  const deadline = performance.now() + GIVEN_SERVER_WAIT_MS;
  for (let told = false; ; told = true) {
    try {
      await database.ping();
      return;
    } catch (error) {
      if (!isConnectionFault(error) || performance.now() > deadline) throw error;
      if (!told) log.warn({ reason: reasonOf(error) }, `waiting for the database at ${place}`);
      await sleep(RETRY_EVERY_MS);
    }
  }
}

function connect(connection: ConnectionSettings, log: Logger): Database {
  return new Database({
    connection,
    onError: (error) => log.warn({ error: error.message }, 'lost an idle connection to the database'),
  });
}

/** A name that resolves to several addresses fails with one error for each and no message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
