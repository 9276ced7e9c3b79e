import { addDecimals, defineAction } from '@cubit/core';
import { stockChanged, stockDepleted, stockLow } from '../events.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { input, said, STOCK_EFFECTS } from '../stock/stock-input.js';
import { stockTarget, usableItems } from '../stock/stock-target.js';
import { withdraw } from '../stock/withdraw.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { part } from './part.kind.js';

export const useUp = defineAction({
  id: 'inventory:use_up',
  title: 'Use up',
  description: 'Takes the rest. Nothing is changed where nothing is left; refused where some of it is reserved.',
  appliesTo: [part, stockItem],
  input: input(said),
  output: postingResult,
  emits: [stockChanged, stockLow, stockDepleted],
  effects: { ...STOCK_EFFECTS, destructive: true, idempotent: true },
  example: { title: 'The box is empty', input: { reason: 'Box empty' } },
  async run(context, record, { reason, cause_key: causeKey }) {
    const target = await stockTarget(context, record);
    return postStock(context, { part: target.part, details: { type: 'use', reason, causeKey } }, async (posting) => {
      const items = target.item ? [target.item] : await usableItems(context, target.part);
      const rest = addDecimals(0, ...items.map(({ fields }) => fields.qty));
      if (rest > 0) await withdraw(context, { target, qty: rest, posting, path: '/record' });
    });
  },
});
