import { Recurring } from '@cubit/runtime';
import type { Database } from '@cubit/database';
import type { Logger } from '@cubit/core/host';
import type { WakeQueue } from '../wake-queue/wake-queue.js';
import type { JobDefinition } from './job-definition.js';
import { wakeIdOf } from './job-key.js';
import { queueOf } from './jobs.js';
import { overdueJobs, purgeJobs } from './job-store.js';

const SWEEP_MS = 1_000;
const PURGE_EVERY_SWEEPS = 600;

interface SweeperOptions {
  readonly database: Database;
  readonly queue: WakeQueue;
  readonly definitions: ReadonlyMap<string, JobDefinition>;
  readonly log: Logger;
  /** Retention of finished jobs, in days. */
  readonly keptDays: number;
}

/** Publishes jobs whose wake-up was lost or whose lease has expired, and deletes old jobs. */
export class JobSweeper extends Recurring {
  constructor({ database, queue, definitions, log, keptDays }: SweeperOptions) {
    let sweeps = 0;
    super({
      everyMs: SWEEP_MS,
      atOnce: true,
      async work() {
        const overdue = await overdueJobs(database.db, [...definitions.keys()]);
        for (const [name, waking] of Map.groupBy(overdue, ({ type }) => queueOf(definitions, type)))
          await queue.publish(name, waking.map(wakeIdOf));
        if (sweeps % PURGE_EVERY_SWEEPS === 0) await purgeJobs(database.db, keptDays);
        sweeps += 1;
      },
      onError: (error) => log.warn({ err: error }, 'jobs could not be swept'),
    });
  }
}
