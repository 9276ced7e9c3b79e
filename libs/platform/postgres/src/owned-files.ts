import { chmod, chown, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import type { DatabaseUser } from './database-user.js';
import type { DirectoryLayout } from './directory-layout.js';

/** The outermost folder: owned by this program, and under root accessible but not listable for the server. */
export async function prepareHome(layout: DirectoryLayout, user: DatabaseUser | undefined): Promise<void> {
  await mkdir(layout.home, { recursive: true, mode: 0o700 });
  if (user && (await stat(layout.home)).uid === 0) await chmod(layout.home, 0o711);
}

/** Recreates an empty folder that the database user owns. */
export async function remakeFolder(path: string, user: DatabaseUser | undefined): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { mode: 0o700 });
  if (user) await chown(path, user.uid, user.gid);
}

/**
 * Writes a file of the database user atomically. Root does this in a folder where the database user may create
 * links, so the file is created exclusively and its owner is changed by handle, never by name.
 */
export async function placeFile(path: string, content: string, user: DatabaseUser | undefined): Promise<void> {
  const unfinished = `${path}.new`;
  await rm(unfinished, { force: true });
  const file = await open(unfinished, 'wx', 0o600);
  try {
    await file.writeFile(content);
    if (user) await file.chown(user.uid, user.gid);
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}
