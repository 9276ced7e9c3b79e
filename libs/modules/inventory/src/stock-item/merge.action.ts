import { shownOfPart } from '../part/unit.js';
import { defineAction, fail, Field, type ModuleContext, validationFailed, compact } from '@cubit/core';
import { sumOfExact, exactToText } from '@cubit/decimal';
import { stockItemMerged } from '../events.js';
import { pinnedReservations } from '../reservation/pinned.js';
import { reservationRecord } from '../reservation/reservation.fields.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { isSameCost } from '../stock/cost.js';
import { input, postingInput, STOCK_EFFECTS } from '../stock/stock-input.js';
import { stockTarget } from '../stock/stock-target.js';
import { addValues, stockValueOf, totalCost } from '../stock/stock-value.js';
import { costOfItem, heldOf } from './exact-fields.js';
import type { StockItem } from './stock-item.fields.js';
import { stockItem } from './stock-item.kind.js';
import { checkOnHand } from '../stock/stock-availability.js';
import { isPosted } from '../movement/is-posted.js';

const path = () => '/input/items';

export const merge = defineAction({
  id: 'inventory:merge',
  title: 'Merge stock',
  description:
    'Merges other stock items into this one and deletes them. All must have the same part, lot and status, and no serial number. The cost is averaged; the earliest expiry date is kept.',
  appliesTo: [stockItem],
  input: input({
    items: Field.refs('inventory:stock_item', {
      title: 'Stock items',
      minItems: 1,
      maxItems: 200,
      description: 'The other stock items of the part. They are deleted.',
    }),
    ...postingInput,
  }),
  output: postingResult,
  emits: [stockItemMerged],
  agent: { words: ['combine', 'join', 'put together', 'unite'] },
  effects: { ...STOCK_EFFECTS, destructive: true },
  undoneBy: 'inventory:split',
  ui: {
    done: 'Merged stock into {title}',
    icon: 'merge',
    order: 110,
    hidden: ['cause_key'],
    confirm: 'The other stock items are deleted.',
  },
  example: { title: 'Merge two bags', input: { items: ['0192f0c1-2d3e-7000-8000-000000000009'] } },
  available: checkOnHand,
  repeated: isPosted,
  async run(context, item, { items: ids, reason, cause_key: causeKey }) {
    const { part } = await stockTarget(context, item);
    return postStock(context, { part, details: { type: 'merge', reason, causeKey } }, async (posting) => {
      const others = await mergeable(context, item, ids);
      const all = [item, ...others];
      const held = sumOfExact(all.map(({ fields }) => heldOf(fields)));
      const note = posting.note();
      if (part.fields.reserved > 0) await moveReservations(context, item, ids);
      await context.records.updateMany(stockItem, [
        ...others.map(({ id }) => ({ id, fields: { exact_qty: '0' }, note, path })),
        { id: item.id, fields: { exact_qty: exactToText(held), ...compact(mergedFields(all)) }, note, path },
      ]);
      await context.records.remove(stockItem, ids, { note, path });
      const qty = shownOfPart(part, held);
      context.emit(stockItemMerged, { stockItemId: item.id, partId: part.id, qty, mergedStockItemIds: [...ids] });
    });
  },
});

async function mergeable(
  context: ModuleContext,
  into: StockItem,
  ids: readonly string[],
): Promise<readonly StockItem[]> {
  // Only of this part: the lock on the part excludes other writers of its stock items.
  const found = await context.records.find(stockItem, {
    where: { id: { in: ids }, part: into.fields.part },
    lock: true,
  });
  const byId = new Map(found.map((item) => [item.id, item]));
  const faults = ids.flatMap((id, index) => {
    const reason = notMergeableReason(into, byId.get(id));
    return reason === null ? [] : [{ path: `/input/items/${index}`, code: 'not_mergeable', message: reason }];
  });
  if (faults.length > 0) throw validationFailed(faults);
  return found;
}

export function notMergeableReason(into: StockItem, other: StockItem | undefined): string | null {
  if (!other) return 'The part has no such stock item.';
  if (other.id === into.id) return 'A stock item cannot be merged into itself.';
  const [one, two] = [into.fields, other.fields];
  if (one.serial !== undefined || two.serial !== undefined)
    return 'A stock item with a serial number cannot be merged.';
  if (one.lot !== two.lot) return 'The stock item has another lot.';
  if (one.status !== two.status) return `The stock item has the status '${two.status}', not '${one.status}'.`;
  if (one.project !== two.project) return 'The stock item was not bought for the same project.';
  if (two.loan !== undefined) return 'The stock item is on loan.';
  return two.installed_in === undefined ? null : 'The stock item is installed in another stock item.';
}

/** Average cost and earliest expiry date of the merged stock. */
function mergedFields(items: readonly StockItem[]): Pick<Partial<StockItem['fields']>, 'cost' | 'expires_on'> {
  const priced = items.filter(({ fields }) => fields.unit_cost !== undefined);
  const worth = priced
    .flatMap(({ fields }) => stockValueOf(heldOf(fields), costOfItem(fields)))
    .reduce((sum, one) => addValues(sum, [one]), [] as ReturnType<typeof addValues>);
  if (worth.length > 1) {
    const message = 'The stock items have costs in several currencies, which cannot be averaged.';
    throw fail('conflict', message, { details: [{ path: path(), code: 'several_currencies', message }] });
  }
  const [expires_on] = items.flatMap(({ fields }) => fields.expires_on ?? []).sort();
  // One cost stays as it was written.
  const [first] = priced;
  const isOne = first && priced.every(({ fields }) => isSameCost(costOfItem(fields), costOfItem(first.fields)));
  return { cost: (isOne ? undefined : totalCost(worth)) ?? first?.fields.cost, expires_on } as ReturnType<
    typeof mergedFields
  >;
}

/** Moves reservations of the merged stock items to the remaining one. */
async function moveReservations(context: ModuleContext, into: StockItem, ids: readonly string[]): Promise<void> {
  const pinned = await pinnedReservations(context, [into.fields.part]);
  const moved = pinned.filter(({ fields }) => fields.stock_item !== undefined && ids.includes(fields.stock_item));
  await context.records.updateMany(
    reservationRecord,
    moved.map(({ id }) => ({ id, fields: { stock_item: into.id } })),
  );
}
