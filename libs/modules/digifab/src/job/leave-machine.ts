import { compact, type ModuleContext } from '@cubit/core';
import { machineRecord, type Machine } from '../machine/machine.fields.js';
import { releaseMaterial } from '../report/release-material.js';
import { recall } from '../steer/recall.js';
import type { JobNote } from './job-note.js';
import { jobRecord, type Job } from './job.fields.js';

interface Leaving {
  readonly job: Job;
  readonly machine: Machine | null;
  readonly status: 'queued' | 'cancelled';
  readonly note?: JobNote;
  readonly isByHand?: boolean | undefined;
}

/** Takes a job that has not started off its machine: back into the queue, or out of it. */
export async function leaveMachine(
  context: ModuleContext,
  { job, machine, status, note, isByHand }: Leaving,
): Promise<void> {
  await recall(context, { job, machine, isByHand });
  const materials = await releaseMaterial(context, job);
  if (machine?.fields.current_job === job.id)
    await context.records.update(machineRecord, machine.id, { current_job: null });
  const ended =
    status === 'cancelled' ? { failure_reason: 'cancelled' as const, ended_at: context.now.toISOString() } : {};
  const fields = compact({ status, machine: null, materials, waiting_for: null, ...ended });
  await context.records.update(jobRecord, job.id, fields, { note });
}
