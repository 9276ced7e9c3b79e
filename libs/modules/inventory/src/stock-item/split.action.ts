import { defineAction, fail } from '@cubit/core';
import { stockItemCreated, stockItemSplit } from '../events.js';
import { insufficientStock } from '../stock/insufficient-stock.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { splitOff } from '../stock/split-off.js';
import { input, qty, said, STOCK_EFFECTS } from '../stock/stock-input.js';
import { assertThere, stockTarget } from '../stock/stock-target.js';
import { stockItem } from './stock-item.kind.js';

export const split = defineAction({
  id: 'inventory:split',
  title: 'Split',
  description: 'Makes an item of its own of a part of this one, at the same place.',
  appliesTo: [stockItem],
  input: input({ qty, ...said }),
  output: postingResult,
  emits: [stockItemSplit, stockItemCreated],
  effects: STOCK_EFFECTS,
  undoneBy: 'inventory:merge',
  example: { title: 'Twenty into a bag', input: { qty: 20 } },
  async run(context, item, { qty: wanted, reason, cause_key: causeKey }) {
    const { part } = await stockTarget(context, item);
    assertThere(item);
    const path = '/input/qty';
    if (wanted > item.fields.qty) throw insufficientStock({ part, found: item.fields.qty, asked: wanted, path });
    if (wanted === item.fields.qty) {
      const message = 'It is all that the item holds: nothing would be left of it.';
      throw fail('insufficient_stock', message, { details: [{ path, code: 'insufficient_stock', message }] });
    }
    return postStock(context, { part, details: { type: 'split', reason, causeKey } }, (posting) =>
      splitOff(context, { takes: [{ item, qty: wanted }], posting, path: () => path }),
    );
  },
});
