import { join } from 'node:path';
import { DatabaseStartError } from './database-start-error.js';
import type { DatabaseUser } from './database-user.js';
import { findPlatformPackage, restoreLibraryLinks, type PlatformPackage } from './platform-package.js';
import { copyPrograms } from './program-copy.js';
import { runProgram } from './run-program.js';

/** PostgreSQL's programs, in a folder where the database user can run them. */
export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  /** In PostgreSQL's format: `18.4`. */
  readonly version: string;
  /** The part that must match the cluster: `18`. */
  readonly majorVersion: string;
}

/**
 * Finds the programs and verifies that one of them runs as this user. Under root the package may be below a folder
 * that the database user cannot access (a clone in root's home): then the programs are copied.
 */
export async function findPrograms(home: string, user: DatabaseUser | undefined): Promise<Programs> {
  const source = await findPlatformPackage();
  await restoreLibraryLinks(source.folder);
  return (await tryPrograms(source, user)) ?? (await useCopy(source, { home, user }));
}

/** Undefined if this user may not access the folder. */
export async function tryPrograms(
  { folder }: PlatformPackage,
  user: DatabaseUser | undefined,
): Promise<Programs | undefined> {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(folder, 'bin', name + suffix);
  const result = await runProgram(program('postgres'), ['--version'], { user }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EACCES' && user) return undefined;
      if ((error.code === 'EPERM' || error.code === 'EINVAL') && user) throw cannotBecome(user, error);
      throw doesNotRun(folder, { reason: error.message, cause: error });
    },
  );
  if (!result) return undefined;
  const version = /\(PostgreSQL\) (\d+)(\.\d+)?/.exec(result.output);
  if (!version?.[1]) throw doesNotRun(folder, { reason: result.output.trim() });
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    version: version[1] + (version[2] ?? ''),
    majorVersion: version[1],
  };
}

async function useCopy(
  source: PlatformPackage,
  { home, user }: { readonly home: string; readonly user: DatabaseUser | undefined },
): Promise<Programs> {
  if (user) {
    for await (const folder of copyPrograms(source, { home, user })) {
      const programs = await tryPrograms({ ...source, folder }, user);
      if (programs) return programs;
    }
  }
  throw new DatabaseStartError(
    'cannot_start',
    `PostgreSQL does not run as root, and the user it would run as (uid ${user?.uid}) may not enter ${source.folder}. Install the program where everybody may enter, or start it as an ordinary user.`,
  );
}

function cannotBecome({ uid }: DatabaseUser, cause: Error): DatabaseStartError {
  return new DatabaseStartError(
    'cannot_start',
    `PostgreSQL does not run as root, and this program may not run it as another user (uid ${uid}): ${cause.message}. Start the program as an ordinary user, or set DATABASE_URL.`,
    { cause },
  );
}

function doesNotRun(
  folder: string,
  { reason, cause }: { readonly reason: string; readonly cause?: unknown },
): DatabaseStartError {
  return new DatabaseStartError(
    'unsupported_platform',
    `The PostgreSQL in ${folder} does not run on this system (it needs glibc): ${reason}. Set DATABASE_URL to a PostgreSQL of your own.`,
    { cause },
  );
}
