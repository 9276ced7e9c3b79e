import { compact, addDecimals, defineAction, fail, Field, validationFailed, type ModuleContext } from '@cubit/core';
import { stockItemMerged } from '../events.js';
import { pinnedReservations } from '../reservation/pinned.js';
import { reservationRecord } from '../reservation/reservation.fields.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { input, said, STOCK_EFFECTS } from '../stock/stock-input.js';
import { assertThere, stockTarget } from '../stock/stock-target.js';
import { addWorth, averageCost, worthOf } from '../stock/worth.js';
import { stockItem, type StockItem } from './stock-item.kind.js';

const path = () => '/input/items';

export const merge = defineAction({
  id: 'inventory:merge',
  title: 'Merge',
  description:
    'Puts other items into this one: of the same part, lot and status, without serial numbers. The others are gone; cost is averaged, the earliest expiry holds.',
  appliesTo: [stockItem],
  input: input({ items: Field.refs('inventory:stock_item', { maxItems: 200 }), ...said }),
  output: postingResult,
  emits: [stockItemMerged],
  effects: { ...STOCK_EFFECTS, destructive: true },
  undoneBy: 'inventory:split',
  example: { title: 'One bag of two', input: { items: ['0192f0c1-2d3e-7000-8000-000000000009'] } },
  async run(context, item, { items: ids, reason, cause_key: causeKey }) {
    const { part } = await stockTarget(context, item);
    assertThere(item);
    return postStock(context, { part, details: { type: 'merge', reason, causeKey } }, async (posting) => {
      const others = await mergeable(context, item, ids);
      const qty = addDecimals(item.fields.qty, ...others.map(({ fields }) => fields.qty));
      const all = [item, ...others];
      const note = posting.note();
      if (part.fields.reserved > 0) await repin(context, item, ids);
      await context.records.updateMany(stockItem, [
        ...others.map(({ id }) => ({ id, fields: { qty: 0 }, note, path })),
        { id: item.id, fields: { qty, ...compact(commonOf(all)) }, note, path },
      ]);
      await context.records.remove(stockItem, ids, { note, path });
      context.emit(stockItemMerged, { stockItemId: item.id, partId: part.id, qty, mergedStockItemIds: [...ids] });
    });
  },
});

async function mergeable(
  context: ModuleContext,
  into: StockItem,
  ids: readonly string[],
): Promise<readonly StockItem[]> {
  // Of this part alone: its lock is what keeps every other writer off them.
  const found = await context.records.find(stockItem, {
    where: { id: { in: ids }, part: into.fields.part },
    lock: true,
  });
  const byId = new Map(found.map((item) => [item.id, item]));
  const faults = ids.flatMap((id, index) => {
    const reason = whyNot(into, byId.get(id));
    return reason === null ? [] : [{ path: `/input/items/${index}`, code: 'not_mergeable', message: reason }];
  });
  if (ids.length === 0) faults.push({ path: path(), code: 'required', message: 'Name at least one item.' });
  if (faults.length > 0) throw validationFailed(faults);
  return found;
}

function whyNot(into: StockItem, other: StockItem | undefined): string | null {
  if (!other) return 'There is no such stock item of the part.';
  if (other.id === into.id) return 'It is the item itself.';
  const [one, two] = [into.fields, other.fields];
  if (one.serial !== undefined || two.serial !== undefined) return 'A numbered item is one piece.';
  if (one.lot !== two.lot) return 'It is of another lot.';
  if (one.status !== two.status) return `It is ${two.status}, not ${one.status}.`;
  if (one.project !== two.project) return 'It was not bought for the same project.';
  if (two.loan !== undefined) return 'It is out on loan.';
  return two.installed_in === undefined ? null : 'It is installed in another item.';
}

/** What holds for all of it once it is one. */
function commonOf(items: readonly StockItem[]): Pick<Partial<StockItem['fields']>, 'unit_cost' | 'expires_on'> {
  const priced = items.filter(({ fields }) => fields.unit_cost !== undefined);
  const worth = priced
    .flatMap(({ fields }) => worthOf(fields.qty, fields.unit_cost))
    .reduce((sum, one) => addWorth(sum, [one]), [] as ReturnType<typeof addWorth>);
  if (worth.length > 1) {
    const message = 'The items were paid in several currencies, of which there is no average.';
    throw fail('conflict', message, { details: [{ path: path(), code: 'several_currencies', message }] });
  }
  const [expires_on] = items.flatMap(({ fields }) => fields.expires_on ?? []).sort();
  return { unit_cost: averageCost(worth) ?? priced[0]?.fields.unit_cost, expires_on } as ReturnType<typeof commonOf>;
}

/** What was kept of an item that goes is kept of the one that it goes into. */
async function repin(context: ModuleContext, into: StockItem, ids: readonly string[]): Promise<void> {
  const pinned = await pinnedReservations(context, [into.fields.part]);
  const moved = pinned.filter(({ fields }) => fields.stock_item !== undefined && ids.includes(fields.stock_item));
  await context.records.updateMany(
    reservationRecord,
    moved.map(({ id }) => ({ id, fields: { stock_item: into.id } })),
  );
}
