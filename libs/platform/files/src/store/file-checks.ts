import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CapabilityChecks, CheckWord } from '@cubit/runtime';
import type { FilesSettings } from '../settings.js';

/** Free space below which the check fails. */
const LEAST_FREE_BYTES = 1024 ** 2;
/** A key that no file has: the check only needs an answer of the store. */
const NO_FILE = { workspaceId: '00000000-0000-0000-0000-000000000000', sha256: '0'.repeat(64) };

/** Checks that the store answers and that the store and the spool have free space. */
export function fileChecks({ store, spoolFolder }: Pick<FilesSettings, 'store' | 'spoolFolder'>): CapabilityChecks {
  return {
    files: () => store.has(NO_FILE).then(() => 'ok'),
    disk: async () => {
      const folders = store.folder === undefined ? [spoolFolder] : [spoolFolder, store.folder];
      const words = await Promise.all(folders.map(roomIn));
      return words.find((word) => word !== 'ok') ?? 'ok';
    },
  };
}

async function roomIn(folder: string): Promise<CheckWord> {
  return (await diskOf(folder)).freeBytes < LEAST_FREE_BYTES ? 'full' : 'ok';
}

/** The disk of a folder, which need not exist yet: it is created with the first file. */
export async function diskOf(folder: string): Promise<{ readonly freeBytes: number; readonly totalBytes: number }> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch (error) {
    if (isAbsent(error) && dirname(folder) !== folder) return diskOf(dirname(folder));
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
