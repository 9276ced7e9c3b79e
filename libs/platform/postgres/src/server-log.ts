import { constants, type Stats } from 'node:fs';
import { copyFile, open, rm, stat, truncate, type FileHandle } from 'node:fs/promises';
import type { DirectoryLayout } from './directory-layout.js';

const LARGEST_LOG_BYTES = 8 * 1024 * 1024;
const LAST_LINES_BYTES = 4 * 1024;
const LAST_LINES_COUNT = 12;

/** Opened for the server, which writes to it even after this program has ended. Does not follow a link. */
export function openServerLog(layout: DirectoryLayout): Promise<FileHandle> {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
  return open(layout.log, O_APPEND | O_CREAT | O_WRONLY | (O_NOFOLLOW ?? 0), 0o600);
}

/**
 * Keeps the log and one before it, each with a maximum size. The server keeps the file open, so it is copied and
 * truncated instead of renamed: the server appends at the new end.
 */
export async function boundServerLog(layout: DirectoryLayout): Promise<void> {
  if ((await sizeOf(layout.log)) < LARGEST_LOG_BYTES) return;
  await rm(layout.previousLog, { force: true });
  await copyFile(layout.log, layout.previousLog, constants.COPYFILE_EXCL);
  await truncate(layout.log);
}

export async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch((): Pick<Stats, 'size'> => ({ size: 0 }));
  return found.size;
}

/** The last lines that PostgreSQL logged after a position, for error messages. */
export async function lastLines(layout: DirectoryLayout, since: number): Promise<string> {
  const file = await open(layout.log, 'r');
  try {
    const end = (await file.stat()).size;
    const start = Math.max(since, end - LAST_LINES_BYTES);
    const buffer = Buffer.alloc(Math.max(0, end - start));
    await file.read(buffer, 0, buffer.length, start);
    return buffer.toString('utf8').trim().split('\n').slice(-LAST_LINES_COUNT).join('\n');
  } finally {
    await file.close();
  }
}
