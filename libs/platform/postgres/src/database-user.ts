import { readFile, stat } from 'node:fs/promises';
import { DatabaseStartError } from './database-start-error.js';

/** The system user a server runs as where that is not the user of this program. */
export interface DatabaseUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * PostgreSQL refuses to run as root. Started by root it runs as the owner of the existing cluster, so that root may look
 * after a directory that another user's program made, and else as `nobody`, which exists everywhere.
 */
export async function findDatabaseUser(cluster: string): Promise<DatabaseUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return parseUser(await readFile('/etc/passwd', 'utf8').catch(() => ''), 'nobody');
}

export function parseUser(passwd: string, name: string): DatabaseUser {
  const [, , uid, gid] =
    passwd
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.split(':') ?? [];
  if (uid === undefined || gid === undefined) {
    throw new DatabaseStartError(
      'cannot_start',
      `PostgreSQL does not run as root, and this system has no user '${name}' to run it as. Start the program as an ordinary user, or set DATABASE_URL.`,
    );
  }
  // macOS writes the user as -2, which the system calls take unsigned.
  return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
}
