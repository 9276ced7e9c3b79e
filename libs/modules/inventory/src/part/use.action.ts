import { defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { stockChanged, stockDepleted, stockLow } from '../events.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { input, qty, postingInput, STOCK_EFFECTS, unit } from '../stock/stock-input.js';
import { stockTarget } from '../stock/stock-target.js';
import { withdraw } from '../stock/withdraw.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { part } from './part.kind.js';
import { assertUnit } from './unit.js';
import { checkAvailability, findAvailableStock } from '../stock/stock-availability.js';
import { isPosted } from '../movement/is-posted.js';

export const useStock = defineAction({
  id: 'inventory:use',
  title: 'Use',
  description:
    'Uses stock. On a part, opened stock items are used first, then those that expire first, then the oldest. Refused with `409 insufficient_stock` if less than `qty` is available.',
  appliesTo: [part, stockItem],
  input: input({
    qty,
    unit,
    ...postingInput,
    for: Type.Optional(Field.anyRef({ description: 'Record that the stock is used for.' })),
  }),
  output: postingResult,
  emits: [stockChanged, stockLow, stockDepleted],
  effects: STOCK_EFFECTS,
  example: { title: 'Use twelve screws', input: { qty: 12, reason: 'Enclosure' } },
  lookup: findAvailableStock,
  available: (target, context) => checkAvailability(target, context, { path: '/input/qty' }),
  repeated: isPosted,
  async run(context, record, { qty: wanted, unit: named, reason, for: cause, cause_key: causeKey }) {
    const target = await stockTarget(context, record);
    assertUnit(target.part, named);
    return postStock(context, { part: target.part, details: { type: 'use', reason, cause, causeKey } }, (posting) =>
      withdraw(context, { target, qty: wanted, posting, path: '/input/qty' }),
    );
  },
});
