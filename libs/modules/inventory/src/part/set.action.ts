import { exactToText } from '@cubit/decimal';
import { heldOf } from '../stock-item/exact-fields.js';
import { type CubitError, defineAction, exactlyOne, errorOf, Field, type ModuleContext } from '@cubit/core';
import { Type } from 'typebox';
import { partStocked, stockChanged, stockDepleted, stockItemCreated, stockLow, stockRecovered } from '../events.js';
import { deposit } from '../stock/deposit.js';
import { quantityOfWeight } from '../stock/net-weight.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { input, unit, postingInput, STOCK_EFFECTS } from '../stock/stock-input.js';
import { stockTarget, notOnHandReason, type StockTarget } from '../stock/stock-target.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import type { Part } from './part.fields.js';
import { part } from './part.kind.js';
import { optionalInPlainUnit } from './unit.js';
import { checkOnHand } from '../stock/stock-availability.js';
import { isPosted } from '../movement/is-posted.js';
import { PRESENT_STATUSES } from '../stock-item/stock-status.js';
import { undoPosting } from '../movement/undo-posting.js';

export const setStock = defineAction({
  id: 'inventory:set',
  title: 'Set stock',
  description:
    'Sets the quantity of a stock item to what was counted or weighed. `gross_weight_g` is the weight on a scale, with the container. On a part, only if it has at most one stock item.',
  appliesTo: [part, stockItem],
  input: input(
    {
      qty: Type.Optional(
        Field.decimal({ title: 'Quantity', minimum: 0, description: 'The quantity that is there now.' }),
      ),
      gross_weight_g: Type.Optional(
        Field.decimal({
          title: 'Gross weight',
          minimum: 0,
          description:
            'Weight in grams, with the container. `tare_g` of the item is subtracted, else `tare_weight_g` of the material.',
        }),
      ),
      unit,
      ...postingInput,
    },
    exactlyOne('qty', 'gross_weight_g'),
  ),
  output: postingResult,
  emits: [stockItemCreated, stockChanged, stockLow, stockDepleted, stockRecovered, partStocked],
  agent: { words: ['weigh', 'weighed', 'scale', 'correct', 'left', 'grams'] },
  // A repeat is another count, with its own time.
  effects: STOCK_EFFECTS,
  undoneBy: 'inventory:reverse',
  ui: {
    done: 'Set the stock of {title}, {record.available} available, {record.qty} there now',
    icon: 'pencil',
    key: 's',
    order: 50,
    hidden: ['cause_key', 'unit'],
  },
  undo: () => undoPosting,
  example: { title: 'The scale shows 742.5 g', input: { gross_weight_g: 742.5 } },
  lookup: settableItems,
  available: (target, { found }) => (found.length > 1 ? severalItemsConflict(target) : checkOnHand(target)),
  repeated: isPosted,
  async run(context, record, { qty, gross_weight_g: grossG, unit: named, reason, cause_key: causeKey }) {
    const target = await singleItem(context, await stockTarget(context, record));
    const there = target.item ? heldOf(target.item.fields) : undefined;
    const counted =
      optionalInPlainUnit(target.part, { qty, unit: named }, { there }) ?? quantityOfWeight(target, grossG ?? 0);
    const path = () => (qty === undefined ? '/input/gross_weight_g' : '/input/qty');
    return postStock(context, { part: target.part, details: { type: 'set', reason, causeKey } }, async (posting) => {
      posting.counted.add(target.part.id);
      if (target.item) {
        const fields = { exact_qty: exactToText(counted), last_counted_at: context.now.toISOString() };
        await context.records.update(stockItem, target.item.id, fields, { note: posting.note(), path });
      } else if (counted > 0n) await deposit(context, { target, deposit: { qty: counted }, posting, path });
    });
  },
});

async function singleItem(context: ModuleContext, target: StockTarget): Promise<StockTarget> {
  if (target.item) return target;
  const items = await context.records.find(stockItem, {
    where: { part: target.part.id, installed_in: null },
    lock: true,
  });
  const [item = null, another] = items.filter((candidate) => notOnHandReason(candidate) === null);
  if (!another) return { ...target, item };
  throw severalItemsConflict(target.part);
}

function severalItemsConflict({ title }: Part | StockItem): CubitError {
  const message = `'${title}' has several stock items. Name one of them.`;
  return errorOf('conflict', message, { details: [{ path: '/record', code: 'several_items', message }] });
}

/** At most two of the stock items of a part that are on hand: enough to know whether there is more than one. */
async function settableItems(
  { records }: ModuleContext,
  { kind, id }: Part | StockItem,
): Promise<readonly StockItem[]> {
  if (kind !== part.id) return [];
  const where = { part: id, installed_in: null, loan: null, status: { in: PRESENT_STATUSES } };
  return records.find(stockItem, { where, limit: 2 });
}
