import { addDecimals, subtractDecimals, type ModuleContext } from '@cubit/core';
import type { Job } from '../job/job.fields.js';
import { runRecord } from './run.fields.js';

interface Verdict {
  /** What an earlier verdict found good; null: there was none. */
  readonly before: number | null;
  readonly good: number;
  readonly total: number;
}

/** A run counts what is found good. */
export async function countVerdict(
  { records }: ModuleContext,
  { fields: { run: id } }: Job,
  { before, good, total }: Verdict,
): Promise<void> {
  const run = id === undefined ? undefined : (await records.lock(runRecord, [id])).get(id);
  if (!run) return;
  const { done_qty, scrapped_qty } = run.fields;
  const done = addDecimals(done_qty, good, -(before ?? 0));
  const scrapped = addDecimals(
    scrapped_qty,
    subtractDecimals(total, good),
    before === null ? 0 : -subtractDecimals(total, before),
  );
  await records.update(runRecord, run.id, { done_qty: done, scrapped_qty: scrapped });
}
