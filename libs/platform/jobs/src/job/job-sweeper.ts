import { Recurring, type Turns } from '@cubit/runtime';
import type { Database } from '@cubit/database';
import type { Logger } from '@cubit/core/host';
import type { WakeQueue } from '../wake-queue/wake-queue.js';
import type { JobDefinition } from './job-definition.js';
import { JOB_QUEUE, MODULE_JOB_QUEUE, wakeIdOf } from './job-key.js';
import { typesOn } from './jobs.js';
import { overdueJobs, overdueWorkspaces, purgeJobs } from './job-store.js';

const SWEEP_MS = 1_000;
const PURGE_EVERY_SWEEPS = 600;

interface SweeperOptions {
  readonly database: Database;
  readonly queue: WakeQueue;
  readonly definitions: ReadonlyMap<string, JobDefinition>;
  /** Of workspaces with jobs of modules. */
  readonly turns: Turns;
  readonly log: Logger;
  /** Retention of finished jobs, in days. */
  readonly keptDays: number;
}

/** Wakes the workers for jobs whose wake-up was lost or whose lease has expired, and deletes old jobs. */
export class JobSweeper extends Recurring {
  constructor({ database, queue, definitions, turns, log, keptDays }: SweeperOptions) {
    let sweeps = 0;
    super({
      everyMs: SWEEP_MS,
      atOnce: true,
      async work() {
        const overdue = await overdueJobs(database.db, typesOn(definitions, JOB_QUEUE));
        await queue.publish(JOB_QUEUE, overdue.map(wakeIdOf));
        const ofModules = typesOn(definitions, MODULE_JOB_QUEUE);
        // Every process rings by itself, so that all work through the jobs of one workspace.
        if (ofModules.length > 0)
          for (const workspaceId of await overdueWorkspaces(database.db, ofModules)) turns.ring(workspaceId);
        if (sweeps % PURGE_EVERY_SWEEPS === 0) await purgeJobs(database.db, keptDays);
        sweeps += 1;
      },
      onError: (error) => log.warn({ err: error }, 'jobs could not be swept'),
    });
  }
}
