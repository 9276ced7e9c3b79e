import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseStartError } from './database-start-error.js';
import type { DatabaseUser } from './database-user.js';
import type { DirectoryLayout } from './directory-layout.js';
import { isRunningPostmaster } from './running-postmaster.js';
import { placeFile, remakeFolder } from './owned-files.js';
import { adoptPostmaster, startPostmaster, type Postmaster } from './postmaster.js';
import { readPostmasterFile, removePostmasterFile, type PostmasterFile } from './postmaster-file.js';
import { probe } from './probe.js';
import type { Programs } from './programs.js';
import { durabilitySettings, SERVER_SETTINGS, settingsFile } from './server-settings.js';
import { shutDown } from './shut-down.js';
import type { Transport } from './transport.js';

/** How long an existing server may take to finish starting or stopping, including replay after a kill. */
const BUSY_PATIENCE_MS = 120_000;
/** How long an existing server may run without responding. */
const SILENT_PATIENCE_MS = 5_000;
/** How long the processes of a killed server may take to end. */
const REMAINS_PATIENCE_MS = 5_000;
/** How long a server may take between creating its status file and writing it. */
const UNWRITTEN_PATIENCE_MS = 250;
const POLL_MS = 25;

export interface StartServerOptions {
  readonly layout: DirectoryLayout;
  readonly programs: Programs;
  readonly user: DatabaseUser | undefined;
  readonly transport: Transport;
  readonly durable: boolean;
  readonly settings: Readonly<Record<string, string>>;
  /** The port to use, if clients know one already. */
  readonly port?: number;
}

export interface StartedServer {
  readonly postmaster: Postmaster;
  readonly port: number;
  readonly adopted: boolean;
}

/**
 * Starts the server of a cluster, or takes over a running one. Only the process with the lock of the directory may
 * call this, so a running server was left by a dead program.
 */
export async function startServer(options: StartServerOptions): Promise<StartedServer> {
  const { cluster } = options.layout;
  let deadline: number | undefined;
  for (;;) {
    const left = await readLeftFile(cluster);
    if (left) {
      const takenOver = await adoptServer(left, options);
      if (takenOver) return takenOver;
      deadline ??= Date.now() + REMAINS_PATIENCE_MS;
    }
    try {
      return await startNewServer(options);
    } catch (error) {
      // A program was killed just after it had started a server: that server has come up meanwhile and blocked
      // ours.
      const wasForestalled = deadline === undefined && (await readPostmasterFile(cluster)) !== undefined;
      if (!wasForestalled && Date.now() > (deadline ?? 0)) throw error;
      await sleep(POLL_MS);
    }
  }
}

/** An empty file is either being written or was left by a power failure, after which PostgreSQL never starts. */
async function readLeftFile(cluster: string): Promise<PostmasterFile | undefined> {
  const left = await readPostmasterFile(cluster);
  if (left || !existsSync(join(cluster, 'postmaster.pid'))) return left;
  await sleep(UNWRITTEN_PATIENCE_MS);
  const written = await readPostmasterFile(cluster);
  if (!written) await removePostmasterFile(cluster);
  return written;
}

async function adoptServer(left: PostmasterFile, options: StartServerOptions): Promise<StartedServer | undefined> {
  const { layout, transport, programs, durable } = options;
  const connection = transport.connection(left.port, 'postgres');
  let patience = SILENT_PATIENCE_MS;
  const since = Date.now();
  while (await isRunningPostmaster(left.pid, layout.cluster)) {
    const found = await probe(connection);
    if (found.state === 'accepting' && found.identity === left.identity) {
      const postmaster = adoptPostmaster(left.pid, layout.cluster);
      if (found.version === programs.version && found.isDurable === durable) {
        return { postmaster, port: left.port, adopted: true };
      }
      // Another version of the programs, or another durability setting: the server has to be replaced.
      await shutDown(postmaster, options);
      return undefined;
    }
    if (found.state === 'busy') patience = BUSY_PATIENCE_MS;
    if (Date.now() - since > patience) throw doesNotAnswer(left, layout);
    await sleep(POLL_MS);
  }
  // In a container its pid means nothing here, but its socket in the shared folder responds.
  const found = await probe(connection);
  if (found.state === 'accepting' && found.identity === left.identity) throw runsElsewhere(layout);
  await removePostmasterFile(layout.cluster);
  return undefined;
}

async function startNewServer(options: StartServerOptions): Promise<StartedServer> {
  const { layout, user, transport } = options;
  await remakeFolder(layout.run, user);
  await placeFile(join(layout.cluster, 'postgresql.conf'), settingsFile(SERVER_SETTINGS), user);
  await placeFile(join(layout.cluster, 'pg_hba.conf'), transport.accessRules, user);
  const port = options.port ?? (await transport.choosePort());
  const settings = {
    port: String(port),
    ...transport.serverSettings,
    ...durabilitySettings(options.durable),
    ...options.settings,
  };
  return { postmaster: await startPostmaster({ ...options, settings }), port, adopted: false };
}

function doesNotAnswer({ pid }: PostmasterFile, layout: DirectoryLayout): DatabaseStartError {
  return new DatabaseStartError(
    'cannot_start',
    `A PostgreSQL, process ${pid}, works in ${layout.cluster} and does not answer. End it (kill -INT ${pid}), then start again; its log is ${layout.log}.`,
  );
}

function runsElsewhere(layout: DirectoryLayout): DatabaseStartError {
  return new DatabaseStartError(
    'data_directory_in_use',
    `A PostgreSQL answers for ${layout.cluster} that does not run on this machine, or in another container. Stop it, or set DATA_DIR to another directory.`,
  );
}
