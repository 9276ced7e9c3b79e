import type { ModuleContext } from '@cubit/core';
import { machineRecord } from '../machine/machine.fields.js';
import { tellMachine } from '../steer/tell-machine.js';
import { jobRecord, type Job } from './job.fields.js';

interface Turn {
  readonly status: 'printing' | 'paused';
  readonly reason?: string | undefined;
  /** A detector does it. */
  readonly isAutomatic?: boolean;
  readonly isByHand?: boolean | undefined;
}

/**
 * Pauses a print or goes on with it. The id of the command where the machine is told; else the job and its machine are so from now on, and it is null.
 */
export async function turnPrint(
  context: ModuleContext,
  job: Job,
  { status, reason, isAutomatic = false, isByHand }: Turn,
): Promise<string | null> {
  const { records } = context;
  const { id, fields } = job;
  const held = await records.lock(machineRecord, fields.machine === undefined ? [] : [fields.machine]);
  const machine = held.get(fields.machine ?? '');
  const name = status === 'paused' ? 'pause' : 'resume';
  const told = await tellMachine(context, { job, machine, name, reason, isByHand });
  if (told !== null) {
    // Kept for the dismissal: the machine's own word of its pause says nothing of why.
    if (isAutomatic) await records.update(jobRecord, id, { auto_paused: true });
    return told;
  }
  await records.update(jobRecord, id, { status, auto_paused: isAutomatic }, { note: { reason, byMachine: false } });
  if (machine?.fields.current_job === id) await records.update(machineRecord, machine.id, { status });
  return null;
}
