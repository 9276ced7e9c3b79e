import { lstat, mkdtemp, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DirectoryLayout } from './directory-layout.js';

/** The field of the system call has 104 bytes on macOS and 108 on Linux, including the final zero. */
const LONGEST_SOCKET_PATH_BYTES = 103;
const SOCKET_NAME = '.s.PGSQL.5432';

/**
 * The folder through which a client reaches the socket of the server: the folder of the socket, or, if the path of
 * the data directory is too long, a symbolic link to it in a private temporary folder. The link is recorded in the
 * data directory, so that a start after a kill reuses it.
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

/**
 * The recorded link if it is still valid: everybody can write to the temporary folder, and its contents may have
 * been deleted or replaced.
 */
async function recordedLink(layout: DirectoryLayout): Promise<string | undefined> {
  const link = (await readFile(layout.socketLink, 'utf8').catch(() => '')).trim();
  if (!link) return undefined;
  const folder = await lstat(dirname(link)).catch(() => undefined);
  if (!folder?.isDirectory() || folder.uid !== process.getuid?.()) return undefined;
  return (await readlink(link).catch(() => undefined)) === layout.run ? link : undefined;
}
