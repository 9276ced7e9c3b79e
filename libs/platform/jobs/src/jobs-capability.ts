import { v7 as uuidv7 } from 'uuid';
import type { CapabilityFactory } from '@cubit/core';
import type { JobDefinition } from './job/job-definition.js';
import { JOB_QUEUE } from './job/job-key.js';
import { JobRunner } from './job/job-runner.js';
import { JobSweeper } from './job/job-sweeper.js';
import { jobRoutes } from './job/job.routes.js';
import { createJobs, type Jobs } from './job/jobs.js';
import { jobMigrations } from './job/migrations.js';
import type { WakeQueue } from './wake-queue/wake-queue.js';

const DEFAULT_CONCURRENCY = 8;
const DEFAULT_GRACE_MS = 8_000;
const DEFAULT_KEPT_DAYS = 30;
/** What a handler that was told to leave has for leaving. */
const LEAVING_MS = 2_000;

export interface JobsCapabilityOptions {
  /** Shared with whoever else is woken by it; started and stopped here as well as there. */
  readonly queue: WakeQueue;
  /** What this process does: with `worker` it runs jobs, without it only takes them in. */
  readonly roles: readonly ('api' | 'worker')[];
  /** Jobs at a time in this process. Default 8. */
  readonly concurrency?: number;
  /** How long a stop waits for running jobs; a job that runs for longer is given back, and begun again elsewhere. Default 8 s. */
  readonly graceMs?: number;
  /** Days that jobs are kept once they have ended. Default 30. */
  readonly keptDays?: number;
}

/** Jobs as a part of the kernel. `jobs` may be handed around, and types defined, before the kernel is made. */
export interface JobsCapability extends CapabilityFactory {
  readonly jobs: Jobs;
}

export function jobsCapability({
  queue,
  roles,
  concurrency = DEFAULT_CONCURRENCY,
  graceMs = DEFAULT_GRACE_MS,
  keptDays = DEFAULT_KEPT_DAYS,
}: JobsCapabilityOptions): JobsCapability {
  const definitions = new Map<string, JobDefinition>();
  let runner: JobRunner | null = null;
  const jobs = createJobs({
    queue,
    definitions,
    newId: () => uuidv7(),
    onCancelled: (key) => runner?.cancel(key),
  });
  return {
    name: 'jobs',
    migrations: jobMigrations,
    jobs,
    create({ services }) {
      const { database, log } = services;
      const routes = jobRoutes({ database, jobs });
      if (!roles.includes('worker'))
        return { name: 'jobs', routes, start: () => queue.start(), stop: () => queue.stop({ graceMs }) };
      const own = new JobRunner({ services, queue, definitions });
      const sweeper = new JobSweeper({ database, queue, log, keptDays });
      runner = own;
      queue.consume(JOB_QUEUE, (wakeId) => own.run(wakeId), { concurrency });
      return {
        name: 'jobs',
        routes,
        async start() {
          await queue.start();
          sweeper.start();
        },
        async stop() {
          await sweeper.stop();
          const leaving = setTimeout(() => own.leave(), Math.max(0, graceMs - LEAVING_MS));
          await queue.stop({ graceMs });
          clearTimeout(leaving);
          await own.release();
        },
      };
    },
  };
}
