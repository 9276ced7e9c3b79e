import { readFile, stat } from 'node:fs/promises';
import { DatabaseStartError } from './database-start-error.js';

/** The system user of the server if it differs from that of this program. */
export interface DatabaseUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * PostgreSQL refuses to run as root. If root starts it, it runs as the owner of the existing cluster, so that root
 * can maintain the directory of another user's program, and otherwise as `nobody`, which exists everywhere.
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
  // macOS writes the user as -2, but system calls take it unsigned.
  return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
}
