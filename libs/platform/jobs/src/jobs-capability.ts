import { BULK_JOB, bulkJob } from './bulk/bulk-job.js';
import { bulkPort } from './bulk/bulk-port.js';
import { v7 as uuidv7 } from 'uuid';
import { type CapabilityFactory, Turns } from '@cubit/runtime';
import type { JobDefinition } from './job/job-definition.js';
import { JOB_QUEUE, MODULE_JOB_QUEUE } from './job/job-key.js';
import { JobRunner } from './job/job-runner.js';
import { JobSweeper } from './job/job-sweeper.js';
import { jobRoutes } from './job/job.routes.js';
import { createJobs, type Jobs } from './job/jobs.js';
import { jobMigrations } from './job/migrations.js';
import { moduleJob } from './module-job/module-job.js';
import type { WakeQueue } from './wake-queue/wake-queue.js';

const DEFAULT_CONCURRENCY = 8;
const DEFAULT_GRACE_MS = 8_000;
const DEFAULT_KEPT_DAYS = 30;
/** Part of the grace period in which handlers react to the request to stop. */
const ABORT_GRACE_MS = 2_000;

export interface JobsCapabilityOptions {
  /** Queue for wake-ups; may be shared. The capability starts and stops it; both are idempotent. */
  readonly queue: WakeQueue;
  /** Roles of this process: only a `worker` runs jobs; every process creates them. */
  readonly roles: readonly ('api' | 'worker')[];
  /** Maximum number of concurrent jobs in this process, of the program and of modules each. Default 8. */
  readonly concurrency?: number;
  /** How long a stop waits for running jobs. A job that runs longer is returned to the queue. Default 8 s. */
  readonly graceMs?: number;
  /** Retention of finished jobs, in days. Default 30. */
  readonly keptDays?: number;
}

/** The jobs capability. `jobs` can be used, and types defined, before the kernel is created. */
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
    provides: { bulk: () => bulkPort(jobs), jobs: () => ({ enqueue: (tx, created) => jobs.enqueueMany(tx, created) }) },
    create(host) {
      const { services } = host;
      jobs.define(BULK_JOB, bulkJob(host));
      for (const job of services.registry.jobs.values()) jobs.define(job.id, moduleJob(host, job));
      const { database, log } = services;
      const routes = jobRoutes({ database, jobs, definitions, keptDays, now: services.now });
      const checks = { queue: () => queue.ping().then(() => 'ok' as const) };
      if (!roles.includes('worker'))
        return { name: 'jobs', routes, checks, start: () => queue.start(), stop: () => queue.stop({ graceMs }) };
      const own = new JobRunner({ services, queue, definitions });
      const turns: Turns = new Turns({
        concurrency,
        perWorkspace: concurrency,
        serve: (workspaceId) => own.runNext(workspaceId, turns),
      });
      const sweeper = new JobSweeper({ database, queue, definitions, turns, log, keptDays });
      runner = own;
      queue.consume(JOB_QUEUE, (wakeId) => own.run(wakeId), { concurrency });
      if (services.registry.jobs.size > 0)
        queue.consume(MODULE_JOB_QUEUE, (wakeId) => own.offer(wakeId, turns), { concurrency });
      return {
        name: 'jobs',
        routes,
        checks,
        async start() {
          turns.start();
          await queue.start();
          sweeper.start();
        },
        async stop() {
          await sweeper.stop();
          const abortTimer = setTimeout(() => own.stopAll(), Math.max(0, graceMs - ABORT_GRACE_MS));
          await Promise.all([queue.stop({ graceMs }), turns.stop(graceMs)]);
          clearTimeout(abortTimer);
          await own.release();
        },
      };
    },
  };
}
