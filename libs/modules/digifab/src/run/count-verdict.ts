import { addQuantities, subtractQuantities } from '@cubit/decimal';
import type { ModuleContext } from '@cubit/core';
import type { Job } from '../job/job.fields.js';
import { runRecord } from './run.fields.js';

interface Verdict {
  /** Good quantity of the previous verdict; null if this is the first. */
  readonly before: number | null;
  readonly good: number;
  readonly total: number;
}

/** Adds the difference that a verdict makes to the good and scrapped quantities of the run. */
export async function countVerdict(
  { records }: ModuleContext,
  { fields: { run: id } }: Job,
  { before, good, total }: Verdict,
): Promise<void> {
  const run = id === undefined ? undefined : (await records.lock(runRecord, [id])).get(id);
  if (!run) return;
  const { done_qty, scrapped_qty } = run.fields;
  const done = addQuantities(done_qty, good, -(before ?? 0));
  const scrapped = addQuantities(
    scrapped_qty,
    subtractQuantities(total, good),
    before === null ? 0 : -subtractQuantities(total, before),
  );
  await records.update(runRecord, run.id, { done_qty: done, scrapped_qty: scrapped });
}
