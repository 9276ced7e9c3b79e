import type { ModuleContext } from '@cubit/core';
import { compact } from '../compact.js';
import { jobRecord, type Job } from '../job/job.fields.js';
import { isOver } from '../job/job-status.js';
import { runRecord, type Run } from './run.fields.js';

/** Jobs that a run has in the queue and on machines at once; the rest follows as they end. */
const MAX_AHEAD = 20;
const MAX_RUNS = 1_000;
const MAX_JOBS = 20_000;

/** Queues what runs still need, and takes back what cancelled ones had queued. */
export async function keepRuns({ records }: ModuleContext): Promise<void> {
  const open = await records.find(runRecord, {
    where: { status: { in: ['active', 'cancelled'] } },
    limit: MAX_RUNS,
    sort: '-created_at',
  });
  if (open.length === 0) return;
  const jobs = await jobsOf(records, open);
  const lacking = open.filter((run) => run.fields.status === 'active' && lack(run, jobs.get(run.id) ?? []) > 0);
  // Held, and counted again: two looks at once do not both make the same jobs.
  const held = await records.lock(
    runRecord,
    lacking.map(({ id }) => id),
  );
  const recounted = held.size === 0 ? jobs : await jobsOf(records, [...held.values()]);
  await records.createMany(
    jobRecord,
    [...held.values()].flatMap((run) =>
      Array.from({ length: lack(run, recounted.get(run.id) ?? []) }, () => ({ fields: jobOf(run) })),
    ),
  );
  const idle = open
    .filter(({ fields }) => fields.status === 'cancelled')
    .flatMap((run) => (jobs.get(run.id) ?? []).filter(({ fields }) => fields.status === 'queued'));
  await records.updateMany(
    jobRecord,
    idle.map(({ id }) => ({
      id,
      fields: { status: 'cancelled' as const, waiting_for: null },
      note: { reason: 'The run was cancelled.' },
    })),
  );
}

/** What is under way: not over, or printed and not judged yet. */
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

/** How many jobs a run needs beyond those that are under way. */
function lack({ fields: { target_qty, done_qty, per_plate } }: Run, underWay: readonly Job[]): number {
  const wanted = Math.ceil(Math.max(0, target_qty - done_qty) / per_plate);
  return Math.max(0, Math.min(wanted, MAX_AHEAD) - underWay.length);
}

function jobOf({ id, fields }: Run) {
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
