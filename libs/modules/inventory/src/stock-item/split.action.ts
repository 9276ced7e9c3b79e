import { heldOf } from './exact-fields.js';
import { defineAction, fail } from '@cubit/core';
import { stockItemCreated, stockItemSplit } from '../events.js';
import { insufficientStock } from '../stock/insufficient-stock.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { splitOff } from '../stock/split-off.js';
import { input, qtyOfPart, STOCK_EFFECTS, unit, postingInput } from '../stock/stock-input.js';
import { notOnHandError, stockTarget } from '../stock/stock-target.js';
import { stockItem } from './stock-item.kind.js';
import { isPosted } from '../movement/is-posted.js';
import { part } from '../part/part.kind.js';
import { inPlainUnit } from '../part/unit.js';

export const split = defineAction({
  id: 'inventory:split',
  title: 'Split stock',
  description: 'Splits a quantity off a stock item into a new one at the same location.',
  appliesTo: [stockItem],
  input: input({
    qty: { ...qtyOfPart, description: 'Quantity of the new stock item. Less than all of it.' },
    unit,
    ...postingInput,
  }),
  output: postingResult,
  emits: [stockItemSplit, stockItemCreated],
  agent: { words: ['divide', 'break off', 'separate', 'part of'] },
  effects: STOCK_EFFECTS,
  undoneBy: 'inventory:merge',
  ui: { done: 'Split {input.qty} off {title}', icon: 'split', order: 105, hidden: ['cause_key'] },
  undo:
    (_context, { id }) =>
    ({ movements, duplicate }) => {
      const items = movements.flatMap(({ stock_item: item }) => (item === undefined || item === id ? [] : [item]));
      return items.length === 0 || duplicate === true ? null : { input: { items: [...new Set(items)] } };
    },
  example: { title: 'Split off twenty', input: { qty: 20 } },
  lookup: async ({ records }, { fields }) => records.get(part, fields.part),
  available(item, { found: owner }) {
    const isEmpty = item.fields.qty <= 0;
    return notOnHandError(item) ?? (!isEmpty || insufficientStock({ part: owner, found: 0n, path: '/input/qty' }));
  },
  repeated: isPosted,
  async run(context, item, { qty, unit: named, reason, cause_key: causeKey }) {
    const { part: owner } = await stockTarget(context, item);
    const held = heldOf(item.fields);
    const wanted = inPlainUnit(owner, { qty, unit: named }, { there: held });
    const path = '/input/qty';
    if (wanted > held) throw insufficientStock({ part: owner, found: held, requested: wanted, path });
    if (wanted === held) {
      const message = 'The quantity is all that the stock item holds. Nothing would be left to split.';
      throw fail('insufficient_stock', message, { details: [{ path, code: 'insufficient_stock', message }] });
    }
    return postStock(context, { part: owner, details: { type: 'split', reason, causeKey } }, (posting) =>
      splitOff(context, { takes: [{ item, qty: wanted }], posting, path: () => path }),
    );
  },
});
