import { compact, type ModuleContext } from '@cubit/core';
import { machineRecord, type Machine } from '../machine/machine.fields.js';
import { releaseMaterial } from '../report/release-material.js';
import { recallPrint } from '../steer/recall-print.js';
import type { JobNote } from './job-note.js';
import { jobRecord, type Job } from './job.fields.js';

interface Removal {
  readonly job: Job;
  readonly machine: Machine | null;
  readonly status: 'queued' | 'cancelled';
  readonly note?: JobNote;
  readonly isByHand?: boolean | undefined;
}

/** Removes a job that has not started from its machine: queues it again or cancels it. */
export async function removeFromMachine(
  context: ModuleContext,
  { job, machine, status, note, isByHand }: Removal,
): Promise<void> {
  await recallPrint(context, { job, machine, isByHand });
  const materials = await releaseMaterial(context, job);
  if (machine?.fields.current_job === job.id)
    await context.records.update(machineRecord, machine.id, { current_job: null });
  const ended =
    status === 'cancelled' ? { failure_reason: 'cancelled' as const, ended_at: context.now.toISOString() } : {};
  const fields = compact({ status, machine: null, materials, waiting_for: null, ...ended });
  await context.records.update(jobRecord, job.id, fields, { note });
}
