import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import type { DatabaseConnection } from './database-server.js';
import { directoryLayout } from './directory-layout.js';
import { openTransport } from './transport.js';
import { readPostmasterFile } from './postmaster-file.js';
import { isRunningPostmaster } from './running-postmaster.js';

export interface RunningServerOptions {
  readonly dataDir: string;
  /** Default `cubit`. */
  readonly database?: string;
}

/**
 * The connection to the embedded PostgreSQL that another program runs on the data directory, for commands beside it. Null if none accepts
 * connections. Starts nothing, and needs no lock of the directory.
 */
export async function connectionBeside({
  dataDir,
  database = 'cubit',
}: RunningServerOptions): Promise<DatabaseConnection | null> {
  const folder = await realpath(dataDir).catch(() => undefined);
  if (folder === undefined) return null;
  const layout = directoryLayout(folder);
  const running = await readPostmasterFile(layout.cluster);
  if (running?.isReady !== true || !(await isRunningPostmaster(running.pid, layout.cluster))) return null;
  return (await openTransport(layout)).connection(running.port, database);
}

/** Whether the data directory has an embedded database. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(directoryLayout(dataDir).cluster);
}
