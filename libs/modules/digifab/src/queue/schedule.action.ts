import { compact, defineAction, type ModuleContext } from '@cubit/core';
import { Type } from 'typebox';
import { input, output, REPEATABLE } from '../action-input.js';
import { differs } from '../changed.js';
import { jobAssigned, jobBlocked, jobCreated, jobQueued } from '../events/job-events.js';
import { printCancelled } from '../events/print-events.js';
import { jobRecord, type Job } from '../job/job.fields.js';
import { machineRecord } from '../machine/machine.fields.js';
import { reconcileRuns } from '../run/reconcile-runs.js';
import { part } from '../stock.js';
import { matchJobs, type Assignment, type Matches } from './match-jobs.js';
import type { QueueState } from './queue-state.js';
import { readQueue } from './read-queue.js';
import { reserveFor } from './reserve-for.js';
import type { Reason } from './reasons.js';

const MINUTE_MS = 60_000;
/** Stock can change without a write to the job or the machine, so jobs that wait for material are checked periodically. */
const STOCK_MS = 10 * MINUTE_MS;
const POOL_GAP_MS = MINUTE_MS / 2;

export const schedule = defineAction({
  id: 'digifab:schedule',
  title: 'Run the scheduler',
  description:
    'Assigns queued jobs to machines that can run them now. Records why the other jobs wait. Runs automatically after every change that can affect the queue.',
  appliesTo: 'workspace',
  input: input({}),
  output: output({
    assigned: Type.Integer({ description: 'Jobs that were assigned.' }),
    waiting: Type.Integer({ description: 'Jobs that still wait.' }),
  }),
  emits: [jobCreated, jobQueued, jobAssigned, jobBlocked, printCancelled],
  effects: REPEATABLE,
  ui: { done: 'Jobs assigned: {result.assigned}, waiting: {result.waiting}', icon: 'workflow', order: 50 },
  example: { title: 'Now', input: {} },
  async run(context) {
    await reconcileRuns(context);
    const seen = await readQueue(context);
    const { matches, assigned } = await assign(context, matchJobs(seen));
    const waiting = await recordReasons(context, seen, matches.waiting);
    return { assigned, waiting };
  },
});

/** Locks the matched jobs, machines and parts, matches again, and assigns what still matches. */
async function assign(
  context: ModuleContext,
  seen: Matches,
): Promise<{ readonly matches: Matches; readonly assigned: number }> {
  if (seen.assignments.length === 0) return { matches: seen, assigned: 0 };
  const { records } = context;
  const jobs = await records.lock(
    jobRecord,
    seen.assignments.map(({ job }) => job.id),
  );
  const machines = await records.lock(
    machineRecord,
    seen.assignments.map(({ machine }) => machine.id),
  );
  const parts = await records.lock(part, partsOf(seen.assignments));
  const matches = matchJobs(await readQueue(context));
  const confirmed = matches.assignments.filter(
    (one) => jobs.has(one.job.id) && machines.has(one.machine.id) && partsOf([one]).every((id) => parts.has(id)),
  );
  const reserved = await reserveFor(context, confirmed);
  await records.updateMany(
    jobRecord,
    confirmed.map(({ job, machine }) => ({
      id: job.id,
      fields: compact({
        status: 'assigned' as const,
        machine: machine.id,
        waiting_for: null,
        materials: reserved.get(job.id),
      }),
    })),
  );
  await records.updateMany(
    machineRecord,
    confirmed.map(({ job, machine }) => ({
      id: machine.id,
      fields: { current_job: job.id, last_started_at: context.now.toISOString() },
    })),
  );
  return { matches, assigned: confirmed.length };
}

function partsOf(assignments: readonly Assignment[]): string[] {
  return [...new Set(assignments.flatMap(({ bound }) => bound.flatMap(({ part: id }) => id ?? [])))];
}

/** Records the reasons of waiting jobs where they changed. Returns the number of waiting jobs. */
async function recordReasons(
  { records, now }: ModuleContext,
  { jobs }: QueueState,
  waiting: Matches['waiting'],
): Promise<number> {
  const changed = jobs.flatMap((job: Job) => {
    const reasons = waiting.get(job.id);
    if (reasons === undefined) return [];
    const wakeAt = wakeTime(reasons, job, now);
    const fields = { waiting_for: [...reasons], wake_at: wakeAt };
    const isToWake = wakeAt !== null && job.fields.wake_at === undefined;
    const isOther = differs(job.fields, { ...job.fields, waiting_for: fields.waiting_for }, ['waiting_for']);
    return isOther || isToWake ? [{ id: job.id, fields }] : [];
  });
  if (changed.length > 0) {
    // A job that was assigned in the meantime no longer waits.
    const locked = await records.lock(
      jobRecord,
      changed.map(({ id }) => id),
    );
    await records.updateMany(
      jobRecord,
      changed.filter(({ id }) => locked.get(id)?.fields.status === 'queued'),
    );
  }
  return waiting.size;
}

/** When the scheduler must check a job again. Null if the job waits for something whose change starts the scheduler. */
function wakeTime(reasons: readonly Reason[], { fields: { not_before } }: Job, now: Date): string | null {
  const after = (ms: number) => new Date(now.getTime() + ms).toISOString();
  if (reasons.includes('not_before')) return not_before ?? null;
  if (reasons.includes('pool_gap')) return after(POOL_GAP_MS);
  return reasons.includes('no_material') || reasons.includes('not_enough_material') ? after(STOCK_MS) : null;
}
