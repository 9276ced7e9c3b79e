import { defineAction, Field, type ModuleContext } from '@cubit/core';
import {
  stockChanged,
  stockDepleted,
  stockItemMoved,
  stockItemStatusChanged,
  stockLow,
  stockRecovered,
} from '../events.js';
import { part } from '../part/part.kind.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { input, said, STOCK_EFFECTS } from '../stock/stock-input.js';
import { stockItem, type StockItem } from '../stock-item/stock-item.kind.js';
import { movement, type Movement } from './movement.kind.js';
import { assertReversible, conflict, undoing } from './reversal.js';

export const reverse = defineAction({
  id: 'inventory:reverse',
  title: 'Reverse',
  description:
    'Takes a movement back by one of its own; both stay in the ledger. Once only, and only while the stock item is there and as the movement left it.',
  appliesTo: [movement],
  input: input({ ...said, reason: Field.text({ minLength: 1 }) }),
  output: postingResult,
  emits: [stockChanged, stockItemMoved, stockItemStatusChanged, stockLow, stockDepleted, stockRecovered],
  effects: STOCK_EFFECTS,
  example: { title: 'Booked twice', input: { reason: 'Booked twice' } },
  available: ({ fields }) => fields.reversed_by === undefined || 'it is reversed already',
  async run(context, record, { reason, cause_key: causeKey }) {
    assertReversible(record);
    const owner = await context.records.get(part, record.fields.part);
    const item = await itemOf(context, record);
    const details = { type: 'reverse', reason, causeKey, reverses: record.id } as const;
    const result = await postStock(context, { part: owner, details }, (posting) =>
      context.records.update(stockItem, item.id, undoing(context, record, item), {
        note: posting.note(),
        path: () => '/record',
      }),
    );
    if (result.duplicate !== true) await markReversed(context, record, result.movements[0]?.id);
    return result;
  },
});

export async function itemOf(context: ModuleContext, { fields }: Movement): Promise<StockItem> {
  const id = fields.stock_item ?? '';
  const item = (await context.records.lock(stockItem, [id])).get(id);
  if (!item) throw conflict('The stock item of the movement is gone.', 'item_gone');
  return item;
}

export async function markReversed(context: ModuleContext, { id }: Movement, by: string | undefined): Promise<void> {
  if (by !== undefined) await context.records.update(movement, id, { reversed_by: by });
}
