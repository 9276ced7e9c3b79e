import { compact, addDecimals, roundDecimal, type ModuleContext, type Money } from '@cubit/core';
import { causeKey, type UsedMaterial } from '../accounting/accounts.js';
import { inUnitOfPart } from '../accounting/in-unit-of-part.js';
import type { Job, MaterialLine } from '../job/job.fields.js';
import type { Machine } from '../machine/machine.fields.js';
import { part, stockItem, type Part, type StockItem } from '../stock.js';
import type { Report } from './report-input.js';
import { usedGrams } from './usage.js';

const COST_PLACES = 4;

export interface Account {
  readonly lines: readonly MaterialLine[];
  /** For the ledger: what was used of each spool. */
  readonly used: readonly UsedMaterial[];
  /** What it cost, where all of it has a cost in one currency. */
  readonly cost: Money | undefined;
  readonly items: ReadonlyMap<string, StockItem>;
  readonly parts: ReadonlyMap<string, Part>;
}

interface Ending {
  readonly job: Job;
  readonly machine: Machine | null;
  readonly report: Report;
  readonly isCompleted: boolean;
}

/** What an attempt has used. */
export async function accountFor(
  { records }: ModuleContext,
  { job, machine, report, isCompleted }: Ending,
): Promise<Account> {
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
  const charged = lines.map((line, index) => ({ ...line, used_g: grams[index] ?? 0, posted: (grams[index] ?? 0) > 0 }));
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

/** Lines of one spool are one posting, under the number of the first. */
function bySpool(lines: readonly (MaterialLine & { readonly used_g: number })[], { parts, items }: Stock) {
  const spools = new Map<string, { line: number; owner: Part; item: StockItem | undefined; usedG: number }>();
  lines.forEach(({ part: partId = '', stock_item = '', used_g }, line) => {
    const owner = parts.get(partId);
    if (!owner || used_g <= 0 || (inUnitOfPart(used_g, owner) ?? 0) <= 0) return;
    const item = items.get(stock_item);
    const known = spools.get(item?.id ?? owner.id) ?? { line, owner, item, usedG: 0 };
    spools.set(item?.id ?? owner.id, { ...known, usedG: addDecimals(known.usedG, used_g) });
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
  const amount = costs.reduce((sum, { cost, qty }) => sum + roundDecimal(Number(cost?.amount) * qty), 0);
  return { amount: amount.toFixed(COST_PLACES), currency };
}
