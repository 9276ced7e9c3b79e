import { lstat, mkdtemp, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DirectoryLayout } from './directory-layout.js';

/** The system's field holds 104 bytes on macOS, 108 on Linux, the closing zero included. */
const LONGEST_SOCKET_PATH_BYTES = 103;
const SOCKET_NAME = '.s.PGSQL.5432';

/**
 * The folder through which a client reaches the server's socket: the socket's own, or for a data directory whose path is too
 * long a symbolic link to it in a private temporary folder. The link is noted beside the data, so that a start after a kill
 * uses it again instead of leaving it behind.
 */
export async function openSocketLink(layout: DirectoryLayout): Promise<string> {
  if (Buffer.byteLength(join(layout.run, SOCKET_NAME)) <= LONGEST_SOCKET_PATH_BYTES) return layout.run;
  const noted = await recordedLink(layout);
  if (noted) return noted;
  const link = join(await mkdtemp(join(tmpdir(), 'cubit-')), 'run');
  await writeFile(layout.socketLink, `${link}\n`, { mode: 0o600 });
  await symlink(layout.run, link);
  return link;
}

export async function removeSocketLink(layout: DirectoryLayout): Promise<void> {
  const link = await recordedLink(layout);
  if (link) await rm(dirname(link), { recursive: true, force: true });
  await rm(layout.socketLink, { force: true });
}

/** The noted link, if it is still ours: the temporary folder is everybody's, and what it holds may have been swept or replaced. */
async function recordedLink(layout: DirectoryLayout): Promise<string | undefined> {
  const link = (await readFile(layout.socketLink, 'utf8').catch(() => '')).trim();
  if (!link) return undefined;
  const folder = await lstat(dirname(link)).catch(() => undefined);
  if (!folder?.isDirectory() || folder.uid !== process.getuid?.()) return undefined;
  return (await readlink(link).catch(() => undefined)) === layout.run ? link : undefined;
}
