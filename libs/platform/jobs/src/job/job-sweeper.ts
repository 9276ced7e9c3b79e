import { Recurring, type Database, type Logger } from '@cubit/core';
import type { WakeQueue } from '../wake-queue/wake-queue.js';
import { JOB_QUEUE, wakeIdOf } from './job-key.js';
import { overdueJobs, purgeJobs } from './job-store.js';

const SWEEP_MS = 1_000;
const PURGE_EVERY_SWEEPS = 600;

interface SweeperOptions {
  readonly database: Database;
  readonly queue: WakeQueue;
  readonly log: Logger;
  /** How long jobs that ended are kept. */
  readonly keptDays: number;
}

/** Wakes somebody for every job whose wake-up was lost, with a killed process, a failed engine, or by an engine that forgot. */
export class JobSweeper extends Recurring {
  constructor({ database, queue, log, keptDays }: SweeperOptions) {
    let sweeps = 0;
    super({
      everyMs: SWEEP_MS,
      atOnce: true,
      async work() {
        const overdue = await overdueJobs(database.db);
        if (overdue.length > 0) await queue.publish(JOB_QUEUE, overdue.map(wakeIdOf));
        if (sweeps % PURGE_EVERY_SWEEPS === 0) await purgeJobs(database.db, keptDays);
        sweeps += 1;
      },
      onError: (error) => log.warn({ err: error }, 'jobs could not be swept'),
    });
  }
}
