import { defineAction } from '@cubit/core';
import { stockChanged, stockDepleted, stockLow } from '../events.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { input, said, STOCK_EFFECTS } from '../stock/stock-input.js';
import { stockTarget } from '../stock/stock-target.js';
import { withdraw } from '../stock/withdraw.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { part } from './part.kind.js';

export const useOne = defineAction({
  id: 'inventory:use_one',
  title: 'Use one',
  description: 'Takes one unit: what a button or a scanner does.',
  appliesTo: [part, stockItem],
  input: input(said),
  output: postingResult,
  emits: [stockChanged, stockLow, stockDepleted],
  effects: STOCK_EFFECTS,
  example: { title: 'Take one', input: {} },
  async run(context, record, { reason, cause_key: causeKey }) {
    const target = await stockTarget(context, record);
    return postStock(context, { part: target.part, details: { type: 'use', reason, causeKey } }, (posting) =>
      withdraw(context, { target, qty: 1, posting, path: '/record' }),
    );
  },
});
