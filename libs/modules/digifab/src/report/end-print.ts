import { compact, type EventDefinition, type ModuleContext } from '@cubit/core';
import { addQuantities, type Money, roundQuantity } from '@cubit/decimal';
import { jobRecord, FAILURE_REASONS, plannedLine, type Job } from '../job/job.fields.js';
import type { JobNote } from '../job/job-note.js';
import { machineRecord, type Machine } from '../machine/machine.fields.js';
import type { Settings } from '../settings.js';
import { computeUsage, type AttemptUsage } from './attempt-usage.js';
import { releaseMaterial } from './release-material.js';
import type { Report } from './report-input.js';
import { emitLowSpools } from '../machine/emit-low-spools.js';

const SECOND_MS = 1_000;
const HOUR_S = 3_600;

export interface EndOfPrint {
  readonly job: Job;
  readonly machine: Machine | null;
  readonly report: Report;
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly byMachine: boolean;
  /** The machine reported an error of its own. */
  readonly isMachineError?: boolean;
}

/**
 * Ends an attempt: records the material used, releases reservations and marks the bed as needing clearing. A failed job is queued again while it has
 * attempts left.
 */
export async function endPrint(context: ModuleContext<EventDefinition, Settings>, ending: EndOfPrint): Promise<void> {
  const { job, machine, report, status, byMachine } = ending;
  const { records, now } = context;
  const isCompleted = status === 'completed';
  const account = await computeUsage(context, { job, machine, report, isCompleted });
  await releaseMaterial(context, job);
  const durationS = Math.max(
    0,
    Math.round((now.getTime() - Date.parse(job.fields.started_at ?? now.toISOString())) / SECOND_MS),
  );
  const { attempts, max_attempts, progress } = job.fields;
  const isRetried = status === 'failed' && attempts < max_attempts;
  const failure = isCompleted
    ? {}
    : { failure_reason: failureReason(ending), error: report.error ?? report.reason ?? null };
  await records.update(
    jobRecord,
    job.id,
    compact({
      status,
      ended_at: now.toISOString(),
      duration_s: durationS,
      progress: isCompleted ? 1 : roundQuantity(report.progress ?? progress),
      eta: null,
      auto_paused: false,
      materials: job.fields.materials && account.lines.map(({ reservation: _, ...line }) => line),
      cost: addCost(job.fields.cost, account),
      ...failure,
    }),
    {
      note: {
        used: account.used,
        reason: report.reason,
        byMachine,
        retried: isRetried,
      },
    },
  );
  if (isRetried) await queueAgain(context, job.id);
  if (machine) await freeMachine(context, machine, { ending, durationS, account });
}

/** Queues the job for another attempt on any machine. */
export async function queueAgain({ records }: ModuleContext, id: string, note: JobNote = {}): Promise<void> {
  const { fields } = await records.get(jobRecord, id);
  const materials = fields.materials?.filter(({ closed }) => closed !== true).map(plannedLine);
  await records.update(
    jobRecord,
    id,
    compact({ status: 'queued', machine: null, progress: 0, eta: null, command: null, materials }),
    { note },
  );
}

interface MachineRelease {
  readonly ending: EndOfPrint;
  readonly durationS: number;
  readonly account: AttemptUsage;
}

async function freeMachine(
  context: ModuleContext<EventDefinition, Settings>,
  machine: Machine,
  { ending, durationS, account }: MachineRelease,
): Promise<void> {
  const { hours_total, jobs_total, maintenance_next, status } = machine.fields;
  const next = ending.isMachineError === true ? 'error' : maintenance_next ? 'maintenance' : 'idle';
  const isBusy = status === 'printing' || status === 'paused';
  const printId = ending.job.fields.print_id ?? ending.report.print_id;
  const updated = await context.records.update(machineRecord, machine.id, {
    status: isBusy || next === 'error' ? next : status,
    current_job: null,
    needs_clear: true,
    bed_job: ending.job.id,
    ...(printId === undefined ? {} : { last_print: { print_id: printId, ended_at: context.now.toISOString() } }),
    maintenance_next: false,
    jobs_total: jobs_total + 1,
    hours_total: addQuantities(hours_total, roundQuantity(durationS / HOUR_S)),
  });
  emitLowSpools(context, updated, account);
}

function failureReason({ status, report: { reason } }: EndOfPrint): (typeof FAILURE_REASONS)[number] {
  const named = FAILURE_REASONS.find((one) => one === reason?.toLowerCase());
  if (named !== undefined) return named;
  return status === 'cancelled' ? 'cancelled' : 'error';
}

/** Sum over all attempts; null if one has no cost or another currency. */
function addCost(before: Money | undefined, { cost, used }: AttemptUsage): Money | null | undefined {
  if (used.length === 0) return undefined;
  if (cost === undefined || (before !== undefined && before.currency !== cost.currency)) return null;
  return { amount: (Number(before?.amount ?? 0) + Number(cost.amount)).toFixed(4), currency: cost.currency };
}
