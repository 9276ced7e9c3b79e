import { totalsOfPart } from '../stock/stock-totals.js';
import { heldOf } from '../stock-item/exact-fields.js';
import { sumOfExact, type ExactQuantity } from '@cubit/decimal';
import { defineAction } from '@cubit/core';
import { stockChanged, stockDepleted, stockLow } from '../events.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { input, postingInput, STOCK_EFFECTS } from '../stock/stock-input.js';
import { stockTarget, usableItems } from '../stock/stock-target.js';
import { withdraw } from '../stock/withdraw.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { settings } from '../settings.js';
import type { Part } from './part.fields.js';
import { part } from './part.kind.js';
import { checkAvailability, findAvailableStock } from '../stock/stock-availability.js';
import { isPosted } from '../movement/is-posted.js';
import { undoPosting } from '../movement/undo-posting.js';

export const useUp = defineAction({
  id: 'inventory:use_up',
  title: 'Use up stock',
  description: 'Uses all remaining stock. Changes nothing if none is left. Refused if some of it is reserved.',
  appliesTo: [part, stockItem],
  input: input(postingInput),
  output: postingResult,
  emits: [stockChanged, stockLow, stockDepleted],
  agent: { words: ['empty', 'finished', 'gone', 'none left'] },
  effects: { ...STOCK_EFFECTS, destructive: true, idempotent: true },
  settings,
  ui: {
    done: 'Used up {title}',
    icon: 'package-x',
    tone: 'danger',
    order: 90,
    hidden: ['cause_key'],
    bulk: true,
    confirm: 'This takes all that is left.',
  },
  undoneBy: 'inventory:reverse',
  undo: () => undoPosting,
  example: { title: 'The box is empty', input: { reason: 'Box empty' } },
  lookup: findAvailableStock,
  available(target, context) {
    const rest = remainingQty(target);
    return rest <= 0n || checkAvailability(target, context, { minimum: () => rest, path: '/record' });
  },
  repeated: isPosted,
  async run(context, record, { reason, cause_key: causeKey }) {
    const target = await stockTarget(context, record);
    return postStock(context, { part: target.part, details: { type: 'use', reason, causeKey } }, async (posting) => {
      const items = target.item ? [target.item] : await usableItems(context, target.part);
      const rest = sumOfExact(items.map(({ fields }) => heldOf(fields)));
      if (rest > 0n) await withdraw(context, { target, qty: rest, posting, path: '/record' });
    });
  },
});

/** Including reserved stock. */
function remainingQty(target: Part | StockItem): ExactQuantity {
  return target.kind === part.id ? totalsOfPart(target as Part).usable : heldOf((target as StockItem).fields);
}
