import { type CubitError, defineAction, Field, type ModuleContext } from '@cubit/core';
import {
  partStocked,
  stockChanged,
  stockDepleted,
  stockItemMoved,
  stockItemStatusChanged,
  stockLow,
  stockRecovered,
} from '../events.js';
import { part } from '../part/part.kind.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { input, STOCK_EFFECTS, postingInput } from '../stock/stock-input.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { settings } from '../settings.js';
import { movement, type Movement } from './movement.kind.js';
import { conflict, reversalPatch, changedSinceError, irreversibleError } from './reversal.js';
import { isPosted } from './is-posted.js';
import { removeMade } from './remove-made.js';

export const reverse = defineAction({
  id: 'inventory:reverse',
  title: 'Reverse movement',
  description:
    'Reverses a movement with a second one; both stay in the ledger. A movement can be reversed once, and only if its stock item still has the state after the movement. A stock item that the movement created is deleted if it is empty afterwards.',
  appliesTo: [movement],
  input: input({
    ...postingInput,
    reason: Field.text({
      title: 'Reason',
      minLength: 1,
      description: 'Why it is reversed. Stored on the second movement.',
    }),
  }),
  output: postingResult,
  emits: [stockChanged, stockItemMoved, stockItemStatusChanged, stockLow, stockDepleted, stockRecovered, partStocked],
  agent: { words: ['undo', 'wrong', 'mistake', 'take back', 'cancel a booking'] },
  effects: STOCK_EFFECTS,
  settings,
  ui: {
    done: 'Reversed {title}',
    icon: 'undo-2',
    tone: 'danger',
    order: 10,
    hidden: ['cause_key'],
    confirm: 'This records a second movement that takes this one back.',
  },
  example: { title: 'Reverse a duplicate booking', input: { reason: 'Booked twice' } },
  lookup: findItem,
  available: (record, { found: item, settings }) =>
    irreversibleError(record) ?? (item ? changedSinceError(settings, record, item) : itemGoneError()) ?? true,
  repeated: isPosted,
  async run(context, record, { reason, cause_key: causeKey }) {
    const owner = await context.records.get(part, record.fields.part);
    const item = await lockItem(context, record);
    const details = { type: 'reverse', reason, causeKey, reverses: record.id } as const;
    const result = await postStock(context, { part: owner, details }, (posting) =>
      context.records.update(stockItem, item.id, reversalPatch(context, { owner, movement: record, item }), {
        note: posting.note(),
        path: () => '/record',
      }),
    );
    if (result.duplicate === true) return result;
    await markReversed(context, record, result.movements[0]?.id);
    await removeMade(context, [record]);
    return result;
  },
});

export async function lockItem(context: ModuleContext, { fields }: Movement): Promise<StockItem> {
  const id = fields.stock_item ?? '';
  const item = (await context.records.lock(stockItem, [id])).get(id);
  if (!item) throw itemGoneError();
  return item;
}

export function itemGoneError(): CubitError {
  return conflict('The stock item of the movement was deleted.', 'item_gone');
}

/** The stock item of the movement, not locked: for availability checks. */
export async function findItem({ records }: ModuleContext, { fields }: Movement): Promise<StockItem | undefined> {
  const { stock_item: id } = fields;
  return id === undefined ? undefined : (await records.getMany(stockItem, [id])).get(id);
}

export async function markReversed(context: ModuleContext, { id }: Movement, by: string | undefined): Promise<void> {
  if (by !== undefined) await context.records.update(movement, id, { reversed_by: by });
}
