import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseStartError } from './database-start-error.js';
import type { DirectoryLayout } from './directory-layout.js';
import { reasonOf } from './reason-of.js';

/**
 * Two programs that start at the same time may each disturb the first attempt of the other; one of them succeeds
 * within this time.
 */
const CONTENTION_MS = 250;
const SQLITE_BUSY = 5;

/** The exclusive right to use a data directory. */
export interface DirectoryLock {
  release(): void;
}

// A lock is released when its object is garbage-collected: these references keep the locks for the life of the
// process.
const locksOfThisProcess = new Set<DatabaseSync>();

/**
 * Takes the operating system's exclusive lock on a file of the data directory.
 *
 * The kernel releases it when the process ends for any reason, so there is no stale lock to judge and no pid to mistake for
 * another's. It also works between containers that share a volume, where pids mean nothing. Node offers such a lock only
 * through its built-in SQLite, which is used for nothing else here: the file stays empty. On Unix the lock is lost when any
 * code of this process opens and closes the file itself, so nothing else may read it.
 */
export function lockDirectory(layout: DirectoryLayout): DirectoryLock {
  const file = openLockFile(layout);
  try {
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (!isBusy(error)) throw cannotLock(layout, error);
    throw new DatabaseStartError(
      'data_directory_in_use',
      `The data directory ${layout.home} is in use by ${holderOf(layout)}. Stop that program, or set DATA_DIR to another directory.`,
    );
  }
  locksOfThisProcess.add(file);
  writeFileSync(layout.lockHolder, `${process.pid}\n`, { mode: 0o600 });
  return {
    release() {
      if (!locksOfThisProcess.delete(file)) return;
      rmSync(layout.lockHolder, { force: true });
      file.close();
    },
  };
}

function openLockFile(layout: DirectoryLayout): DatabaseSync {
  try {
    return new DatabaseSync(layout.lock, { timeout: CONTENTION_MS });
  } catch (error) {
    throw cannotLock(layout, error);
  }
}

function isBusy(error: unknown): boolean {
  return (error as { errcode?: unknown }).errcode === SQLITE_BUSY;
}

function cannotLock(layout: DirectoryLayout, cause: unknown): DatabaseStartError {
  return new DatabaseStartError(
    'cannot_start',
    `Cannot lock the data directory ${layout.home}: ${reasonOf(cause)}. It must belong to the user that runs this program, on a file system with locks.`,
    { cause },
  );
}

function holderOf(layout: DirectoryLayout): string {
  try {
    const pid = readFileSync(layout.lockHolder, 'utf8').trim();
    return pid === String(process.pid) ? `this program itself, process ${pid}` : `another program, process ${pid}`;
  } catch {
    // The holder writes its pid just after it has locked.
    return 'another program that has just started';
  }
}
