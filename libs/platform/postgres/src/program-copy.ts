import { constants } from 'node:fs';
import { cp, lstat, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { DatabaseUser } from './database-user.js';
import type { PlatformPackage } from './platform-package.js';

const OTHERS_MAY_WRITE = 0o022;

/**
 * Copies of the programs, one per version, in folders that the database user can access: in the data directory,
 * then in the system's cache, then in its temporary folder. A folder may still forbid running programs, so the
 * caller takes the first copy that runs.
 */
export async function* copyPrograms(
  source: PlatformPackage,
  { home, user }: { readonly home: string; readonly user: DatabaseUser },
): AsyncGenerator<string> {
  const name = `postgres-${source.version}`;
  for (const folder of [join(home, name), join('/var/cache/cubit', name), join(tmpdir(), `cubit-${name}`)]) {
    const canBeMade = await mkdir(dirname(folder), { recursive: true, mode: 0o755 }).then(
      () => true,
      () => false,
    );
    if (!canBeMade || !(await canEnter(dirname(folder), user))) continue;
    if ((await isTrustworthy(folder)) || (await placeCopy(source.folder, folder))) yield folder;
  }
}

/** Whether a user may pass through a folder and all its parents, by owner, group and mode. */
export async function canEnter(folder: string, user: DatabaseUser): Promise<boolean> {
  const { mode, uid, gid } = await stat(folder).catch(() => ({ mode: 0, uid: -1, gid: -1 }));
  const search = uid === user.uid ? constants.S_IXUSR : gid === user.gid ? constants.S_IXGRP : constants.S_IXOTH;
  if ((mode & search) === 0) return false;
  return dirname(folder) === folder || canEnter(dirname(folder), user);
}

/**
 * A copy is used only if nobody but root can have created or changed it: everybody can write to the temporary
 * folder.
 */
async function isTrustworthy(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  return found !== undefined && found.isDirectory() && found.uid === 0 && (found.mode & OTHERS_MAY_WRITE) === 0;
}

async function placeCopy(source: string, folder: string): Promise<boolean> {
  // Written under another name and renamed when complete, so that an interrupted copy is never used.
  const unfinished = await mkdtemp(`${folder}.new-`);
  try {
    await cp(source, join(unfinished, basename(folder)), {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
      filter: (path) => !path.endsWith('.a'),
    });
    await rename(join(unfinished, basename(folder)), folder);
    return true;
  } catch (error) {
    // Another program's copy was first, or the folder is not usable: then the next one is tried.
    return isPlaceTaken(error) && isTrustworthy(folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

function isPlaceTaken(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EACCES', 'EROFS', 'ENOSPC', 'EPERM'].includes(code)) return true;
  throw error;
}
