import { mkdir, realpath } from 'node:fs/promises';
import { startServer, type StartServerOptions } from './start-server.js';
import { ensureCluster } from './cluster.js';
import { DatabaseStartError } from './database-start-error.js';
import type { DatabaseServer } from './database-server.js';
import { findDatabaseUser } from './database-user.js';
import { directoryLayout } from './directory-layout.js';
import { lockDirectory } from './directory-lock.js';
import { prepareHome } from './owned-files.js';
import { ensureDatabase } from './probe.js';
import { findPrograms } from './programs.js';
import { reasonOf } from './reason-of.js';
import { boundServerLog } from './server-log.js';
import { shutDown } from './shut-down.js';
import { Supervisor } from './supervisor.js';
import { openTransport } from './transport.js';

export interface EmbeddedPostgresOptions {
  /** Created if absent. The database uses the folder `postgres` in it. */
  readonly dataDir: string;
  /** Created if absent. Default `cubit`. */
  readonly database?: string;
  /** False: a crash of the machine loses acknowledged writes. For tests only. Default true. */
  readonly durable?: boolean;
  /** Additional PostgreSQL settings by name. They override all others. Default none. */
  readonly settings?: Readonly<Record<string, string>>;
  /** `loopback` if there are no Unix sockets. Default by platform. */
  readonly transport?: 'socket' | 'loopback';
  /** Gets messages for the operator: created, adopted, restarted. Default: none. */
  readonly log?: (message: string) => void;
}

/**
 * Starts an embedded PostgreSQL on a data directory, or adopts the one that a killed program left running.
 * Rejects with a `DatabaseStartError` and then leaves nothing running. Only one program at a time may use a directory.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<DatabaseServer> {
  try {
    return await startOnDirectory(options);
  } catch (error) {
    if (error instanceof DatabaseStartError) throw error;
    throw new DatabaseStartError('cannot_start', `Cannot start a database in ${options.dataDir}: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

async function startOnDirectory(options: EmbeddedPostgresOptions): Promise<DatabaseServer> {
  // If root runs the program, the server runs as another user, who can pass through this folder but not list it.
  await mkdir(options.dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const layout = directoryLayout(await realpath(options.dataDir));
  const user = await findDatabaseUser(layout.cluster);
  await prepareHome(layout, user);
  const lock = lockDirectory(layout);
  try {
    return await startLocked(options, { layout, user, release: lock.release });
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startLocked(
  { database = 'cubit', durable = true, settings = {}, log = () => {}, ...options }: EmbeddedPostgresOptions,
  locked: Pick<StartServerOptions, 'layout' | 'user'> & { readonly release: () => void },
): Promise<DatabaseServer> {
  const { layout, user } = locked;
  const programs = await findPrograms(layout.home, user);
  const transport = await openTransport(layout, options.transport);
  const context = { layout, user, programs, transport, durable, settings };
  await boundServerLog(layout);
  if (await ensureCluster({ ...context, password: transport.password })) log(`created a database in ${layout.cluster}`);
  const running = await startServer(context);
  const connection = transport.connection(running.port, database);
  try {
    await ensureDatabase(connection);
  } catch (error) {
    await shutDown(running.postmaster, context);
    throw error;
  }
  if (running.adopted) log(`took over the PostgreSQL that was left running, process ${running.postmaster.pid}`);

  const supervisor = new Supervisor(running, { ...context, log });
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    await supervisor.stop();
    await transport.close();
    locked.release();
  };
  return { kind: 'embedded', adopted: running.adopted, connection, stop: () => (stopped ??= stop()) };
}
