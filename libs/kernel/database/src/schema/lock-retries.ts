import { setTimeout as sleep } from 'node:timers/promises';
import { outageOf } from '../connection/faults.js';

/** A waiting `alter table` blocks every later reader of the table, so it gives up after this time and tries again. */
export const DDL_LOCK_WAIT = '2s';
const TRY_AGAIN_MS = 500;

/** Repeats `work` while other transactions hold the locks that it needs. `onWait` is called once. */
export async function withLockRetries<Result>(work: () => Promise<Result>, onWait?: () => void): Promise<Result> {
  for (let isReported = false; ; isReported = true) {
    try {
      return await work();
    } catch (error) {
      if (outageOf(error) !== 'locked') throw error;
      if (!isReported) onWait?.();
      await sleep(TRY_AGAIN_MS);
    }
  }
}
