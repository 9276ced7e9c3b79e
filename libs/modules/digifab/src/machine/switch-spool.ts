import { compact, type ModuleContext } from '@cubit/core';
import { roundGrams } from '../accounting/filament.js';
import { jobRecord } from '../job/job.fields.js';
import { isRunning } from '../job/job-status.js';
import { computeUsage } from '../report/attempt-usage.js';
import type { Machine, Slot } from './machine.fields.js';

interface SpoolSwitch {
  /** The machine before the change. */
  readonly machine: Machine;
  readonly slot: number;
  readonly before: Slot | undefined;
  readonly after: Slot | undefined;
  readonly usedG: number | undefined;
}

/** Splits a material line when a spool is changed during a print, so that each spool is charged with its own use. */
export async function switchSpool(
  context: ModuleContext,
  { machine, slot, before, after, usedG }: SpoolSwitch,
): Promise<void> {
  const { records } = context;
  const id = machine.fields.current_job;
  const job = id === undefined ? undefined : (await records.lock(jobRecord, [id])).get(id);
  if (!job || !isRunning(job.fields.status)) return;
  const lines = job.fields.materials ?? [];
  const at = lines.findIndex(
    (line) =>
      line.closed !== true &&
      (before?.stock_item === undefined ? line.slot === slot : line.stock_item === before.stock_item),
  );
  const line = lines[at];
  if (!line) return;
  const soFar = await computeUsage(context, { job, machine, report: { state: 'printing' }, isCompleted: false });
  const given = usedG ?? soFar.lines[at]?.used_g ?? 0;
  const { reservation: _, ...rest } = line;
  const next = compact({
    ...rest,
    slot,
    stock_item: after?.stock_item,
    part: after?.part ?? line.part,
    est_g: line.est_g === undefined ? undefined : roundGrams(Math.max(0, line.est_g - given)),
  });
  const closed = { ...line, used_g: given, closed: true };
  await records.update(jobRecord, job.id, { materials: [...lines.with(at, closed), next] });
}
