import type { ModuleContext } from '@cubit/core';
import { machineRecord } from '../machine/machine.fields.js';
import { sendCommand } from '../steer/send-command.js';
import { jobRecord, type Job } from './job.fields.js';

interface PrintStatusChange {
  readonly status: 'printing' | 'paused';
  readonly reason?: string | undefined;
  /** A failure detector makes the change. */
  readonly isAutomatic?: boolean;
  readonly isByHand?: boolean | undefined;
}

/**
 * Pauses or resumes a print. Returns the id of the command that was sent to the device of the machine; null if there is no device, and the job and
 * its machine have the new status.
 */
export async function setPrintStatus(
  context: ModuleContext,
  job: Job,
  { status, reason, isAutomatic = false, isByHand }: PrintStatusChange,
): Promise<string | null> {
  const { records } = context;
  const { id, fields } = job;
  const machines = await records.lock(machineRecord, fields.machine === undefined ? [] : [fields.machine]);
  const machine = machines.get(fields.machine ?? '');
  const name = status === 'paused' ? 'pause' : 'resume';
  const command = await sendCommand(context, { job, machine, name, reason, isByHand });
  if (command !== null) {
    // Stored for a dismissal: the later report of the pause does not say who paused.
    if (isAutomatic) await records.update(jobRecord, id, { auto_paused: true });
    return command;
  }
  await records.update(jobRecord, id, { status, auto_paused: isAutomatic }, { note: { reason, byMachine: false } });
  if (machine?.fields.current_job === id) await records.update(machineRecord, machine.id, { status });
  return null;
}
