import type { ModuleContext, SubscriptionDefinition } from '@cubit/core';
import { addQuantities, subtractQuantities } from '@cubit/decimal';
import { roundGrams } from '../accounting/filament.js';
import { causeKey } from '../accounting/used-material.js';
import { jobRecord, type MaterialLine } from '../job/job.fields.js';

/** The properties of `inventory.print_usage.posted` that are needed here. */
interface PostedUsage {
  readonly jobId: string;
  readonly causeKey?: string;
  readonly qty: number;
  readonly over: number;
}

/** Records on the lines of a job how much of the used material was taken from stock, by whichever wire. */
export const recordPostedUsage: SubscriptionDefinition = {
  id: 'record_posted_usage',
  event: 'inventory.print_usage.posted',
  run: (context, { payload }) => recordUsage(context, payload as unknown as PostedUsage),
};

async function recordUsage({ records }: ModuleContext, usage: PostedUsage): Promise<void> {
  const job = (await records.lock(jobRecord, [usage.jobId])).get(usage.jobId);
  const { materials: from = [], attempts: attempt } = job?.fields ?? { attempts: 0 };
  // A job that was queued again has no used material.
  const first = from.findIndex(
    ({ used_g }, line) => used_g !== undefined && causeKey({ job: usage.jobId, attempt, line }) === usage.causeKey,
  );
  if (!job || first < 0) return;
  const materials = withPosted(from, { first, usage });
  await records.update(jobRecord, job.id, { materials });
}

/** Lines of one spool share a posting: the grams are distributed in the order of the lines. */
function withPosted(
  lines: readonly MaterialLine[],
  { first, usage: { qty, over } }: { readonly first: number; readonly usage: PostedUsage },
): MaterialLine[] {
  const target = spoolOf(lines[first]);
  const shared = lines.flatMap((line, index) => (index >= first && spoolOf(line) === target ? [index] : []));
  const sum = (name: 'used_g' | 'posted_g') => addQuantities(0, ...shared.map((index) => lines[index]?.[name] ?? 0));
  const requested = addQuantities(qty, over);
  const change = requested === 0 ? 0 : (sum('used_g') * qty) / Math.abs(requested);
  let left = Math.max(0, roundGrams(sum('posted_g') + change));
  const posted = new Map<number, number>();
  for (const index of shared) {
    const own = Math.min(left, lines[index]?.used_g ?? 0);
    posted.set(index, own);
    left = subtractQuantities(left, own);
  }
  return lines.map((line, index) => {
    const grams = posted.get(index);
    return grams === undefined ? line : { ...line, posted_g: grams, posted: grams > 0 };
  });
}

/** Equal for lines whose use is posted together. */
function spoolOf(line: MaterialLine | undefined): string | undefined {
  return line?.stock_item ?? line?.part;
}
