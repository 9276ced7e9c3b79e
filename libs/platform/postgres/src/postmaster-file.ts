import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The status file that a running server writes into its cluster. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  readonly isReady: boolean;
  /** The whole file except the state: identifies one run of one server on one cluster. */
  readonly identity: string;
}

const PORT_LINE = 3;
const STATE_LINE = 7;

/** Undefined if no server runs, or one has only just started to write. */
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
 * Removes the file of a dead server. PostgreSQL would remove it too, but checks only the pid: a zombie process, or
 * an unrelated process with the same pid, would prevent every start. If processes of the dead server remain,
 * PostgreSQL still finds them by the shared memory of the cluster's inode, and refuses.
 */
export async function removePostmasterFile(cluster: string): Promise<void> {
  await rm(join(cluster, 'postmaster.pid'), { force: true });
}
