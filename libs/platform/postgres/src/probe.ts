import pg from 'pg';
import type { DatabaseConnection } from './database-server.js';
import { parsePostmasterFile } from './postmaster-file.js';

const CONNECT_TIMEOUT_MS = 5_000;
const CANNOT_CONNECT_NOW = '57P03';

export type Probe =
  | { readonly state: 'accepting'; readonly version: string; readonly isDurable: boolean; readonly identity: string }
  /** A server exists and is starting or stopping. */
  | { readonly state: 'busy' }
  /** No server answers. */
  | { readonly state: 'silent' };

/** Checks whether a server answers, and which cluster it serves. */
export async function probe(connection: DatabaseConnection): Promise<Probe> {
  try {
    return await withClient({ ...connection, database: 'postgres' }, async (client) => {
      const { rows } = await client.query<{ version: string; fsync: string; file: string }>(
        `SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync, pg_read_file('postmaster.pid') AS file`,
      );
      const row = rows[0];
      const identity = parsePostmasterFile(row?.file ?? '')?.identity ?? '';
      return { state: 'accepting', version: row?.version ?? '', isDurable: row?.fsync === 'on', identity };
    });
  } catch (error) {
    return { state: (error as { code?: unknown }).code === CANNOT_CONNECT_NOW ? 'busy' : 'silent' };
  }
}

export async function ensureDatabase(connection: DatabaseConnection): Promise<void> {
  await withClient({ ...connection, database: 'postgres' }, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [connection.database]);
    if (rowCount) return;
    const name = client.escapeIdentifier(connection.database);
    await client.query(`CREATE DATABASE ${name}`);
    // Error details contain values. They reach the program, but not the log of the server.
    await client.query(`ALTER DATABASE ${name} SET log_error_verbosity = 'terse'`);
  });
}

async function withClient<T>(connection: DatabaseConnection, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // Without a listener, a server that stops meanwhile would end this process. The query is rejected too.
  client.on('error', () => {});
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end();
  }
}
