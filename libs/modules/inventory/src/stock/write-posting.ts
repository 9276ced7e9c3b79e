import { compact, type ModuleContext, validationFailed } from '@cubit/core';
import { exactToText, subtractQuantities } from '@cubit/decimal';
import { isComponent } from '../bom/bills.js';
import { refreshCanBuildAbove } from '../bom/refresh-can-build.js';
import { stockChanged } from '../events.js';
import { movement, type Movement } from '../movement/movement.kind.js';
import type { Part } from '../part/part.fields.js';
import { part } from '../part/part.kind.js';
import { shownOfPart, sizeOfPart } from '../part/unit.js';
import { TRANSFERS } from './movement-type.js';
import { isLow } from './low-stock.js';
import { chargeProjects } from './charge-projects.js';
import { emitExceeded, emitPrintUsage } from './usage-events.js';
import { lastCounts } from './last-counts.js';
import type { MovementLine, Posting } from './posting.js';
import {
  addTotals,
  availableOf,
  availableOfPart,
  changesQuantity,
  isWithinLimits,
  NO_STOCK,
  type StockTotals,
  totalsOfPart,
  quantityFields,
} from './stock-totals.js';
import { averageCost, totalValue } from './stock-value.js';

/** A line of the posting, its part, and the totals of the part after it. */
interface PostedLine {
  readonly partId: string;
  readonly part: Part;
  readonly line: MovementLine;
  readonly effect: StockTotals;
  readonly after: StockTotals;
}

/**
 * Writes the movements of a posting, updates the totals of its parts and emits events: one statement for all movements and one for all
 * parts. Parts are locked before their stock items are written, so the totals are current.
 */
export async function writePosting(context: ModuleContext, posting: Posting): Promise<void> {
  const ids = [...new Set([...posting.entries.map(({ partId }) => partId), ...posting.counted, ...posting.uncounted])];
  if (ids.length === 0) return;
  const parts = await context.records.lock(part, ids);
  const { steps, totals } = computeTotals(posting, parts);
  if (steps.length > 0) posting.movements = await writeMovements(context, posting, steps);
  await chargeProjects(
    context,
    posting.movements.map((made, index) => ({ made, paid: steps[index]?.line.paid === true })),
  );
  const transferred = netTransferEffects(steps);
  for (const [index, step] of steps.entries()) {
    const effect = TRANSFERS.has(step.line.type) ? transferred.get(step.partId) : step.effect;
    if (effect && changesQuantity(effect)) emitStockChanged(context, step, posting.movements[index] as Movement);
  }
  emitExceeded(context, posting.movements, parts);
  await emitPrintUsage(context, posting.movements);
  const lastCounted = await lastCounts(context, posting.uncounted);
  await context.records.updateMany(
    part,
    [...parts.values()].map((owner) => ({
      id: owner.id,
      fields: {
        ...fieldsOf(owner, totals.get(owner.id)),
        ...lowMark(owner, { after: totals.get(owner.id), now: context.now }),
        ...(posting.uncounted.has(owner.id) ? { last_counted_at: lastCounted.get(owner.id) ?? null } : {}),
        ...(posting.counted.has(owner.id) ? { last_counted_at: context.now.toISOString() } : {}),
      },
    })),
  );
  const components = [...parts.values()].filter(
    (owner) =>
      isComponent(owner) && availableOf(totals.get(owner.id) ?? totalsOfPart(owner)) !== availableOfPart(owner),
  );
  await refreshCanBuildAbove(
    context,
    components.map(({ id }) => id),
  );
}

interface PostingTotals {
  readonly steps: readonly PostedLine[];
  /** Totals of each part after the posting. */
  readonly totals: ReadonlyMap<string, StockTotals>;
}

function computeTotals({ entries }: Posting, parts: ReadonlyMap<string, Part>): PostingTotals {
  const totals = new Map<string, StockTotals>();
  const steps = entries.flatMap(({ partId, effect, line }): PostedLine[] => {
    const owner = parts.get(partId);
    if (!owner) throw new Error(`Stock of part ${partId} was written, but the part does not exist.`);
    const after = addTotals(totals.get(partId) ?? totalsOfPart(owner), effect);
    totals.set(partId, after);
    return line === null ? [] : [{ partId, part: owner, line, effect, after }];
  });
  const excess = entries.find(({ partId }) => {
    const owner = parts.get(partId);
    return owner && !isWithinLimits(owner, totals.get(partId) ?? NO_STOCK);
  });
  if (excess) {
    const message = `The total stock of '${parts.get(excess.partId)?.title ?? ''}' would exceed the limit.`;
    throw validationFailed([{ path: excess.path('qty'), code: 'maximum', message }]);
  }
  return { steps, totals };
}

function fieldsOf(
  owner: Part | undefined,
  totals: StockTotals | undefined,
): Partial<{ [Name in keyof Part['fields']]: Part['fields'][Name] | null }> {
  if (!owner || !totals) return {};
  const { worth } = totals;
  const { exact = null, ...shown } = quantityFields(owner, totals);
  return {
    ...shown,
    exact,
    worth: worth.length === 0 ? null : [...worth],
    stock_value: totalValue(worth) ?? null,
    avg_cost: averageCost(worth, sizeOfPart(owner)) ?? null,
  };
}

interface LevelAfter {
  readonly after: StockTotals | undefined;
  readonly now: Date;
}

/** Whatever is posted, a part that has not enough stock afterwards is low: also one that never had enough. */
function lowMark(owner: Part, { after, now }: LevelAfter): { readonly low_since?: string } {
  const { fields } = owner;
  const available = after ? shownOfPart(owner, availableOf(after)) : fields.available;
  const isNew = fields.low_since === undefined && isLow({ available, min_stock: fields.min_stock });
  return isNew ? { low_since: now.toISOString() } : {};
}

/** Net effect of the transfers of a posting, by part: zero, unless the status of stock changed as well. */
function netTransferEffects(steps: readonly PostedLine[]): ReadonlyMap<string, StockTotals> {
  const effects = new Map<string, StockTotals>();
  for (const { partId, effect, line } of steps)
    if (TRANSFERS.has(line.type)) effects.set(partId, addTotals(effects.get(partId) ?? NO_STOCK, effect));
  return effects;
}

async function writeMovements(
  { records, actor, now, newId }: ModuleContext,
  { details }: Posting,
  steps: readonly PostedLine[],
): Promise<readonly Movement[]> {
  const posting = newId();
  const path = (field: string) => (field === 'cause' ? '/input/for' : `/input/${field}`);
  return records.createMany(
    movement,
    steps.map(({ partId, line }, index) => ({
      path,
      fields: compact({
        part: partId,
        stock_item: line.stockItem,
        type: line.type,
        qty_delta: subtractQuantities(line.qtyAfter, line.qtyBefore),
        qty_after: line.qtyAfter,
        over: line.origin?.over,
        from_location: line.from,
        to_location: line.to,
        status_from: line.statusFrom,
        status_to: line.statusTo,
        unit_cost: line.unitCost,
        exact_delta: exactToText(line.exactDelta),
        cost: line.cost,
        reason: details.reason,
        cause: line.cause ?? details.cause,
        // A cause key belongs to the posting and is unique, so only the first line has it.
        cause_key: line.origin?.causeKey ?? (index === 0 ? details.causeKey : undefined),
        posting,
        actor: actor.id ?? undefined,
        via: actor.via.type,
        reverses: line.origin?.reverses ?? (line.type === 'reverse' ? details.reverses : undefined),
        occurred_at: now.toISOString(),
      }),
    })),
  );
}

function emitStockChanged(
  context: ModuleContext,
  { part: owner, after, line }: PostedLine,
  { id, fields: made }: Movement,
): void {
  context.emit(
    stockChanged,
    compact({
      partId: made.part,
      stockItemId: made.stock_item,
      movementId: id,
      type: made.type,
      delta: made.qty_delta,
      qtyBefore: line.qtyBefore,
      qtyAfter: made.qty_after,
      available: shownOfPart(owner, availableOf(after)),
      minStock: owner.fields.min_stock,
      locationId: made.to_location ?? made.from_location,
      reason: made.reason,
      cause: made.cause,
      over: made.over,
    }),
  );
}
