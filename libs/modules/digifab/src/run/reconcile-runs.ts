import { compact, type ModuleContext } from '@cubit/core';
import { jobRecord, type Job } from '../job/job.fields.js';
import { isOver } from '../job/job-status.js';
import { inQueueOrder } from '../queue/queue-state.js';
import { runRecord, type Run } from './run.fields.js';

/** Jobs that a run has in the queue and on machines at the same time. Further jobs are queued as these end. */
const MAX_AHEAD = 20;
const MAX_RUNS = 1_000;
const MAX_JOBS = 20_000;

/** Queues the jobs that runs still need and cancels queued jobs that they no longer need. */
export async function reconcileRuns({ records }: ModuleContext): Promise<void> {
  const active = await records.find(runRecord, { where: { status: 'active' }, limit: MAX_RUNS, sort: '-created_at' });
  const queued = await records.find(jobRecord, { where: { status: 'queued', run: { not: null } }, limit: MAX_JOBS });
  const waiting = Map.groupBy(queued.toSorted(inQueueOrder), ({ fields }) => fields.run ?? '');
  const known = new Map(active.map((run) => [run.id, run]));
  const others = await records.getMany(
    runRecord,
    [...waiting.keys()].filter((id) => !known.has(id)),
  );
  const open = [...active, ...others.values()];
  if (open.length === 0) return;
  const jobs = await jobsOf(records, open);
  // Counted again under lock, so that two concurrent passes do not create the same jobs.
  const locked = await records.lock(
    runRecord,
    open.filter((run) => missingJobs(run, jobs.get(run.id)) !== 0).map(({ id }) => id),
  );
  if (locked.size === 0) return;
  const recounted = await jobsOf(records, [...locked.values()]);
  const counts = [...locked.values()].map((run) => ({ run, count: missingJobs(run, recounted.get(run.id)) }));
  await records.createMany(
    jobRecord,
    counts.flatMap(({ run, count }) =>
      Array.from({ length: Math.max(0, count) }, () => ({ fields: jobFieldsOf(run) })),
    ),
  );
  await records.updateMany(
    jobRecord,
    counts.flatMap(({ run, count }) =>
      count >= 0 ? [] : (waiting.get(run.id) ?? []).slice(count).map(({ id }) => ({ id, ...cancelSurplus(run) })),
    ),
  );
}

function cancelSurplus({ fields: { status } }: Run) {
  const reason = status === 'cancelled' ? 'The run was cancelled.' : 'The run needs no further jobs.';
  return { fields: { status: 'cancelled' as const, waiting_for: null }, note: { reason } };
}

/** Jobs that count towards the target: not ended, or printed and waiting for a verdict. */
async function jobsOf(
  records: ModuleContext['records'],
  runs: readonly Run[],
): Promise<ReadonlyMap<string, readonly Job[]>> {
  const found = await records.find(jobRecord, {
    where: { run: { in: runs.map(({ id }) => id) }, status: { not: 'cancelled' }, outcome: 'pending' },
    limit: MAX_JOBS,
  });
  return Map.groupBy(
    found.filter(({ fields }) => !isOver(fields.status) || fields.status === 'completed'),
    ({ fields }) => fields.run ?? '',
  );
}

/** Number of jobs a run still needs; negative if it has too many. Zero for a paused run. */
function missingJobs(
  { fields: { status, target_qty, done_qty, per_plate } }: Run,
  underWay: readonly Job[] = [],
): number {
  if (status === 'paused') return 0;
  const wanted = status === 'active' ? Math.ceil(Math.max(0, target_qty - done_qty) / per_plate) : 0;
  return Math.min(wanted, MAX_AHEAD) - underWay.length;
}

function jobFieldsOf({ id, fields }: Run) {
  const { name, file, pool, per_plate, priority, max_attempts, output_part } = fields;
  return compact({
    title: name,
    file,
    run: id,
    priority,
    max_attempts,
    target: { pool },
    output: output_part === undefined ? undefined : { part: output_part, qty: per_plate },
  });
}
