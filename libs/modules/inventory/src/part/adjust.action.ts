import { defineAction, Field, validationFailed } from '@cubit/core';
import { stockChanged, stockDepleted, stockItemCreated, stockLow, stockRecovered } from '../events.js';
import { deposit } from '../stock/deposit.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { input, said, STOCK_EFFECTS, unit } from '../stock/stock-input.js';
import { stockTarget } from '../stock/stock-target.js';
import { withdraw } from '../stock/withdraw.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { part } from './part.kind.js';
import { assertUnit } from './unit.js';

const path = '/input/delta';

export const adjustStock = defineAction({
  id: 'inventory:adjust',
  title: 'Adjust',
  description: 'Adds, or with a negative `delta` takes: what a wire runs when something was made, printed or received.',
  appliesTo: [part, stockItem],
  input: input({ delta: Field.decimal({ description: 'Not zero.' }), unit, ...said }),
  output: postingResult,
  emits: [stockItemCreated, stockChanged, stockLow, stockDepleted, stockRecovered],
  effects: STOCK_EFFECTS,
  undoneBy: 'inventory:reverse',
  example: { title: 'A print took filament', input: { delta: -38.5, cause_key: 'digifab:job-41:0:1' } },
  async run(context, record, { delta, unit: named, reason, cause_key: causeKey }) {
    if (delta === 0) throw validationFailed([{ path, code: 'zero', message: 'There is nothing to adjust by.' }]);
    const target = await stockTarget(context, record);
    assertUnit(target.part, named);
    const type = delta > 0 ? 'add' : 'use';
    return postStock(context, { part: target.part, details: { type, reason, causeKey } }, (posting) =>
      delta > 0
        ? deposit(context, { target, deposit: { qty: delta }, posting, path: () => path })
        : withdraw(context, { target, qty: -delta, posting, path }),
    );
  },
});
