import { compact, type ModuleContext } from '@cubit/core';
import { addQuantities, type Money, roundQuantity } from '@cubit/decimal';
import { causeKey, type UsedMaterial } from '../accounting/used-material.js';
import { inUnitOfPart } from '../accounting/in-unit-of-part.js';
import type { Job, MaterialLine } from '../job/job.fields.js';
import type { Machine } from '../machine/machine.fields.js';
import { part, stockItem, type Part, type StockItem } from '../stock.js';
import type { Report } from './report-input.js';
import { usedGrams } from './used-grams.js';

const COST_PLACES = 4;

export interface AttemptUsage {
  readonly lines: readonly MaterialLine[];
  /** Material used, by spool, for stock postings. */
  readonly used: readonly UsedMaterial[];
  /** Cost of the material, if all of it has a cost in one currency. */
  readonly cost: Money | undefined;
  readonly items: ReadonlyMap<string, StockItem>;
  readonly parts: ReadonlyMap<string, Part>;
}

interface AttemptEnd {
  readonly job: Job;
  readonly machine: Machine | null;
  readonly report: Report;
  readonly isCompleted: boolean;
}

/** Computes the material that an attempt used. */
export async function computeUsage(
  { records }: ModuleContext,
  { job, machine, report, isCompleted }: AttemptEnd,
): Promise<AttemptUsage> {
  const { materials: lines = [], progress, used_mm: lastUsedMm, attempts: attempt } = job.fields;
  const items = await records.getMany(
    stockItem,
    lines.flatMap((line) => line.stock_item ?? []),
  );
  const parts = await records.getMany(
    part,
    lines.flatMap((line) => line.part ?? []),
  );
  const grams = usedGrams({
    lines,
    loaded: machine?.fields.loaded ?? [],
    report,
    lastUsedMm,
    progress: isCompleted ? 1 : (report.progress ?? progress),
    lastProgress: progress,
    isCompleted,
    shapeOf: (line) => {
      const shape = parts.get(line.part ?? '')?.fields.material ?? {};
      return { ...shape, material: shape.material ?? line.material };
    },
  });
  // What is posted is recorded when it was: see `recordPostedUsage`.
  const charged = lines.map((line, index) => ({ ...line, used_g: grams[index] ?? 0, posted_g: 0, posted: false }));
  const used = bySpool(charged, { parts, items }).map(({ line, owner, item, usedG }): UsedMaterial => {
    const delta = inUnitOfPart(usedG, owner) ?? 0;
    return compact({
      partId: owner.id,
      stockItemId: item?.id,
      targetId: item?.id ?? owner.id,
      usedG,
      delta: -delta,
      unit: owner.fields.unit ?? 'g',
      causeKey: causeKey({ job: job.id, attempt, line }),
    });
  });
  return { lines: charged, used, cost: costOf(used, items), items, parts };
}

type Stock = { readonly parts: ReadonlyMap<string, Part>; readonly items: ReadonlyMap<string, StockItem> };

/** Lines of the same spool make one posting, with the index of the first line. */
function bySpool(lines: readonly (MaterialLine & { readonly used_g: number })[], { parts, items }: Stock) {
  const spools = new Map<string, { line: number; owner: Part; item: StockItem | undefined; usedG: number }>();
  lines.forEach(({ part: partId = '', stock_item = '', used_g }, line) => {
    const owner = parts.get(partId);
    if (!owner || used_g <= 0 || (inUnitOfPart(used_g, owner) ?? 0) <= 0) return;
    const item = items.get(stock_item);
    const known = spools.get(item?.id ?? owner.id) ?? { line, owner, item, usedG: 0 };
    spools.set(item?.id ?? owner.id, { ...known, usedG: addQuantities(known.usedG, used_g) });
  });
  return [...spools.values()];
}

function costOf(used: readonly UsedMaterial[], items: ReadonlyMap<string, StockItem>): Money | undefined {
  const costs = used.map(({ stockItemId = '', delta }) => ({
    cost: items.get(stockItemId)?.fields.unit_cost,
    qty: -delta,
  }));
  const currency = costs[0]?.cost?.currency;
  if (currency === undefined || costs.some(({ cost }) => cost?.currency !== currency)) return undefined;
  const amount = costs.reduce((sum, { cost, qty }) => sum + roundQuantity(Number(cost?.amount) * qty), 0);
  return { amount: amount.toFixed(COST_PLACES), currency };
}
