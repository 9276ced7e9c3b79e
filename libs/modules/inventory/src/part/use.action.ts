import { defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { stockChanged, stockDepleted, stockLow } from '../events.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { input, qty, said, STOCK_EFFECTS, unit } from '../stock/stock-input.js';
import { stockTarget } from '../stock/stock-target.js';
import { withdraw } from '../stock/withdraw.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { part } from './part.kind.js';
import { assertUnit } from './unit.js';

export const useStock = defineAction({
  id: 'inventory:use',
  title: 'Use',
  description:
    'Takes stock, of a part from what is opened first, then from what expires first, then from the oldest. Refused with `409 insufficient_stock` where less is available.',
  appliesTo: [part, stockItem],
  input: input({ qty, unit, ...said, for: Type.Optional(Field.anyRef({ description: 'What it is used for.' })) }),
  output: postingResult,
  emits: [stockChanged, stockLow, stockDepleted],
  effects: STOCK_EFFECTS,
  example: { title: 'Take twelve screws', input: { qty: 12, reason: 'Enclosure' } },
  async run(context, record, { qty: wanted, unit: named, reason, for: cause, cause_key: causeKey }) {
    const target = await stockTarget(context, record);
    assertUnit(target.part, named);
    return postStock(context, { part: target.part, details: { type: 'use', reason, cause, causeKey } }, (posting) =>
      withdraw(context, { target, qty: wanted, posting, path: '/input/qty' }),
    );
  },
});
