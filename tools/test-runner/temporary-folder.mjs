/**
 * The folder for the temporary files of a run: in memory where there is much of it. Each spec file copies a database
 * of some 1,000 files and deletes it, and a disk's file system takes a fifth of the processor time of the tests for that.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
const NAME = 'cubit-tests-';
/** The files of a run take up to 2 GiB, and its processes up to 4. */
const NEEDED = 8 * 2 ** 30;

/** Creates the folder and makes it that of this process and those that it starts. It is deleted when this process exits. */
export function useTemporaryFolder({ memory = IN_MEMORY, needed = NEEDED } = {}) {
  const isMemoryLarge = freeIn(memory) >= needed && freemem() >= needed;
  if (isMemoryLarge) removeLeftovers(memory);
  const parent = isMemoryLarge ? memory : tmpdir();
  const folder = mkdtempSync(join(parent, `${NAME}${process.pid}-`));
  // As that of the system: programs of other users get at what is open to all in it.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Free bytes of a file system; 0 where there is none. */
function freeIn(folder) {
  if (!existsSync(folder)) return 0;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Deletes the folders of runs that were killed. */
function removeLeftovers(parent) {
  for (const name of readdirSync(parent)) {
    const owner = new RegExp(`^${NAME}(\\d+)-`).exec(name)?.[1];
    if (owner !== undefined && !isRunning(Number(owner)))
      rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
