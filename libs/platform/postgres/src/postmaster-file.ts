import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What a running server writes about itself into its cluster. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  readonly isReady: boolean;
  /** The whole file but the state: names one run of one server on one cluster. */
  readonly identity: string;
}

const PORT_LINE = 3;
const STATE_LINE = 7;

/** Undefined where no server runs, or one has only just begun to write. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const content = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return parsePostmasterFile(content);
}

export function parsePostmasterFile(content: string): PostmasterFile | undefined {
  const lines = content.split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!(pid > 0)) return undefined;
  return {
    pid,
    port: Number.parseInt(lines[PORT_LINE] ?? '', 10) || 0,
    isReady: lines[STATE_LINE]?.trim() === 'ready',
    identity: lines.slice(0, STATE_LINE).join('\n'),
  };
}

/**
 * Removes the file of a server known to be dead. PostgreSQL would do so itself, but judges by the pid alone: a zombie that
 * nobody has reaped, or a stranger that was given the number again, would keep it from ever starting. Should processes of
 * the dead server linger, PostgreSQL still finds them, by the shared memory that belongs to the cluster's inode, and refuses.
 */
export async function removePostmasterFile(cluster: string): Promise<void> {
  await rm(join(cluster, 'postmaster.pid'), { force: true });
}
