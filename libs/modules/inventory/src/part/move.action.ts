import { heldOf } from '../stock-item/exact-fields.js';
import { sumOfExact } from '@cubit/decimal';
import { defineAction, Field, type ModuleContext, validationFailed } from '@cubit/core';
import { Type } from 'typebox';
import { stockItemCreated, stockItemMoved, stockItemSplit } from '../events.js';
import { insufficientStock } from '../stock/insufficient-stock.js';
import { inOrderOfUse, pickStock, type Take } from '../stock/pick-stock.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { splitOff } from '../stock/split-off.js';
import { input, partQty, STOCK_EFFECTS, unit, postingInput } from '../stock/stock-input.js';
import { stockTarget, usableItems, type StockTarget } from '../stock/stock-target.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { part } from './part.kind.js';
import { optionalInPlainUnit } from './unit.js';
import { checkOnHand } from '../stock/stock-availability.js';
import { isPosted } from '../movement/is-posted.js';
import { closedPlaceFaults } from '../stock/update-places.js';
import { place } from '../stock/place.js';
import { undoPosting } from '../movement/undo-posting.js';

const path = (field: string) => (field === 'location' ? '/input/to_location' : `/input/${field}`);

export const moveStock = defineAction({
  id: 'inventory:move',
  title: 'Move stock',
  description:
    'Moves stock to another location: all of it, or `qty`. A stock item that holds more than `qty` is split.',
  appliesTo: [stockItem, part],
  input: input({
    to_location: Field.ref('spaces:location', {
      title: 'To',
      description: 'Where the stock is put. The location must hold stock.',
    }),
    qty: Type.Optional({ ...partQty, description: 'Quantity to move. Default: all of it.' }),
    unit,
    ...postingInput,
  }),
  output: postingResult,
  emits: [stockItemMoved, stockItemSplit, stockItemCreated],
  agent: { words: ['put', 'shift', 'relocate', 'shelf', 'bring'] },
  effects: STOCK_EFFECTS,
  undoneBy: 'inventory:move',
  ui: { done: 'Moved {title}', icon: 'arrow-right', key: 'm', order: 40, hidden: ['cause_key'], bulk: true },
  undo:
    (_context, target, { qty: wanted, unit: named }) =>
    (result) => {
      const item = target.kind === stockItem.id ? (target as StockItem).fields : undefined;
      const isWhole = wanted === undefined || (named === undefined && wanted === item?.qty);
      if (item?.location === undefined || !isWhole || result.duplicate === true) return undoPosting(result);
      return { input: { to_location: item.location } };
    },
  example: { title: 'Move 20 to shelf 2', input: { to_location: '0192f0c1-2d3e-7000-8000-000000000004', qty: 20 } },
  available: checkOnHand,
  repeated: isPosted,
  async run(context, record, { to_location: location, qty: named, unit: ofUnit, reason, cause_key: causeKey }) {
    const target = await stockTarget(context, record);
    // Refuses a unit that does not convert even when there is no stock to move.
    optionalInPlainUnit(target.part, { qty: named, unit: ofUnit });
    await assertOpen(context, location);
    return postStock(context, { part: target.part, details: { type: 'move', reason, causeKey } }, async (posting) => {
      const takes = await takesOf(context, target, { location, given: { qty: named, unit: ofUnit } });
      const partial = takes.filter(({ item, qty: taken }) => taken < heldOf(item.fields));
      const whole = takes.filter((take) => !partial.includes(take)).map(({ item }) => item);
      const pieces = partial.length === 0 ? [] : await splitOff(context, { takes: partial, posting, path });
      await context.records.updateMany(
        stockItem,
        [...whole, ...pieces].map(({ id }) => ({ id, fields: { location }, note: posting.note('move'), path })),
      );
    });
  },
});

/** Refuses an unknown or closed location even when there is no stock to move. */
async function assertOpen({ records }: ModuleContext, id: string): Promise<void> {
  const at = path('location');
  const found = records.knows(place) ? (await records.getMany(place, [id])).get(id) : undefined;
  const faults = found
    ? closedPlaceFaults(found, { path: at, isNew: true })
    : [{ path: at, code: 'unknown_reference', message: 'The location does not exist.' }];
  if (faults.length > 0) throw validationFailed(faults);
}

interface MovedStock {
  readonly location: string;
  readonly given: { readonly qty: number | undefined; readonly unit: string | undefined };
}

/** The stock items to move and the quantity of each. Stock that is at the location already is left out. */
async function takesOf(
  context: ModuleContext,
  { part: owner, item }: StockTarget,
  { location, given }: MovedStock,
): Promise<readonly Take[]> {
  const items = item ? [item] : inOrderOfUse(await usableItems(context, owner));
  const elsewhere = items.filter(({ fields }) => fields.location !== location);
  const candidates = elsewhere.map((candidate) => ({ item: candidate, free: heldOf(candidate.fields) }));
  const there = [sumOfExact(candidates.map(({ free }) => free)), ...candidates.map(({ free }) => free)];
  const wanted = optionalInPlainUnit(owner, given, { there });
  if (wanted === undefined) return candidates.map((candidate) => ({ item: candidate.item, qty: candidate.free }));
  const { takes, short } = pickStock(candidates, wanted);
  if (short === 0n) return takes;
  const found = sumOfExact(takes.map(({ qty: taken }) => taken));
  throw insufficientStock({ part: owner, found, requested: wanted, path: '/input/qty' });
}
