import { chown, mkdtemp, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseStartError } from './database-start-error.js';
import type { DatabaseUser } from './database-user.js';
import type { DirectoryLayout } from './directory-layout.js';
import { placeFile, remakeFolder } from './owned-files.js';
import type { Programs } from './programs.js';
import { runProgram } from './run-program.js';
import { SUPERUSER } from './transport.js';

/**
 * The locale determines which characters are letters in trigram search; order and case use the built-in provider,
 * which is the same everywhere. Plain `C` knows only ASCII letters, so it is the last resort.
 */
const CHARACTER_CLASSES = ['C.UTF-8', 'en_US.UTF-8', 'C'];

export interface ClusterOptions {
  readonly layout: DirectoryLayout;
  readonly programs: Programs;
  readonly user: DatabaseUser | undefined;
  readonly password?: string | undefined;
  readonly durable: boolean;
}

/**
 * Creates the cluster if there is none; true if it did. Only the process with the lock of the directory may call
 * this.
 */
export async function ensureCluster(options: ClusterOptions): Promise<boolean> {
  const { layout, programs } = options;
  await removeUnfinishedClusters(layout);
  const version = await clusterVersion(layout);
  if (version === undefined) {
    await createCluster(options);
    return true;
  }
  if (version !== programs.majorVersion) {
    throw new DatabaseStartError(
      'version_mismatch',
      `The data in ${layout.cluster} was created by PostgreSQL ${version}. This version of Cubit includes PostgreSQL ${programs.majorVersion}, which cannot read it. ` +
        `Run 'cubit backup' with the version of Cubit that made it, move ${layout.home} away, and run 'cubit restore' with this one.`,
    );
  }
  return false;
}

/**
 * The path of the cluster for a program that runs in it. Another user may have no access to the parent folders;
 * Linux still grants access through the working directory.
 */
export function clusterArgument(cluster: string, user: DatabaseUser | undefined): string {
  return user && process.platform === 'linux' ? '/proc/self/cwd' : cluster;
}

async function clusterVersion(layout: DirectoryLayout): Promise<string | undefined> {
  const entries = await readdir(layout.cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw cannotRead(layout, error);
  });
  if (entries.length === 0) return undefined;
  const content = await readFile(join(layout.cluster, 'PG_VERSION'), 'utf8').catch(() => '');
  const version = /^\d+/.exec(content)?.[0];
  if (version) return version;
  throw new DatabaseStartError(
    'cannot_start',
    `${layout.cluster} is not empty, and it is not a PostgreSQL cluster: it has no PG_VERSION. Move it away, or set DATA_DIR to another directory.`,
  );
}

function cannotRead(layout: DirectoryLayout, cause: NodeJS.ErrnoException): DatabaseStartError {
  return new DatabaseStartError(
    'cannot_start',
    `Cannot read ${layout.cluster}: ${cause.message}. Start this program as the user that the data belongs to.`,
    { cause },
  );
}

async function createCluster(options: ClusterOptions): Promise<void> {
  const { layout, user } = options;
  const unfinished = await mkdtemp(join(layout.home, layout.unfinishedClusterPrefix));
  if (user) await chown(unfinished, user.uid, user.gid);
  await initialise(unfinished, options);
  // An empty folder may exist, and Windows does not rename over it. A folder with files must never be removed.
  await rmdir(layout.cluster).catch(unlessAbsent);
  await rename(unfinished, layout.cluster);
  if (options.durable) await syncFolder(layout.home);
}

function unlessAbsent(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

async function initialise(folder: string, options: ClusterOptions): Promise<void> {
  const { layout, programs, user, password, durable } = options;
  const passwordFile = join(layout.run, 'initial-password');
  await remakeFolder(layout.run, user);
  if (password) await placeFile(passwordFile, `${password}\n`, user);
  const args = [
    `--pgdata=${clusterArgument(folder, user)}`,
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(password ? ['--auth=scram-sha-256', '--pwfile=../run/initial-password'] : ['--auth=trust']),
    ...(durable ? [] : ['--no-sync']),
  ];
  let output = '';
  for (const characters of CHARACTER_CLASSES) {
    const result = await runProgram(programs.initdb, [...args, `--lc-ctype=${characters}`], { cwd: folder, user });
    if (result.exitCode === 0) {
      await rm(passwordFile, { force: true });
      return;
    }
    output = result.output.trim();
  }
  throw new DatabaseStartError(
    'cannot_start',
    `PostgreSQL could not create a cluster in ${folder}. Its output:\n${output}`,
  );
}

async function removeUnfinishedClusters(layout: DirectoryLayout): Promise<void> {
  const names = (await readdir(layout.home)).filter((name) => name.startsWith(layout.unfinishedClusterPrefix));
  await Promise.all(names.map((name) => rm(join(layout.home, name), { recursive: true, force: true, maxRetries: 5 })));
}

/**
 * A rename is durable after its folder is synced. Windows cannot open folders, and makes their entries durable
 * itself.
 */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}
