import type { ModuleContext } from '@cubit/core';
import { machineRecord } from '../machine/machine.fields.js';
import { jobRecord, type Job } from './job.fields.js';

interface Turn {
  readonly status: 'printing' | 'paused';
  readonly reason?: string | undefined;
  /** A detector does it. */
  readonly isAutomatic?: boolean;
}

/** Pauses a print or goes on with it: the job and its machine. */
export async function turnPrint(
  { records }: ModuleContext,
  { id, fields }: Job,
  { status, reason, isAutomatic = false }: Turn,
): Promise<void> {
  const held = await records.lock(machineRecord, fields.machine === undefined ? [] : [fields.machine]);
  const machine = held.get(fields.machine ?? '');
  await records.update(jobRecord, id, { status, auto_paused: isAutomatic }, { note: { reason, byMachine: false } });
  if (machine?.fields.current_job === id) await records.update(machineRecord, machine.id, { status });
}
