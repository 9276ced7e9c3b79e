import { defineAction, Field, validationFailed, type AnyRef } from '@cubit/core';
import { Type } from 'typebox';
import { takeBackOne } from '../movement/take-back.js';
import { stockChanged, stockDepleted, stockItemCreated, stockLow, stockRecovered } from '../events.js';
import { deposit } from '../stock/deposit.js';
import type { MovementType } from '../stock/movement-type.js';
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
  input: input({
    delta: Field.decimal({ description: 'Not zero.' }),
    unit,
    reverses: Type.Optional(
      Field.text({
        minLength: 1,
        description:
          'Cause key of a posting that this takes back, from the very items that it came to. Nothing is changed where nothing was posted with it.',
      }),
    ),
    ...said,
    for: Type.Optional(
      Field.anyRef({ description: 'What it is for. What a print job takes is a movement `print_consume`.' }),
    ),
  }),
  output: postingResult,
  emits: [stockItemCreated, stockChanged, stockLow, stockDepleted, stockRecovered],
  effects: STOCK_EFFECTS,
  undoneBy: 'inventory:reverse',
  example: { title: 'A print took filament', input: { delta: -38.5, cause_key: 'digifab:job-41:0:1' } },
  async run(context, record, { delta, unit: named, reverses, reason, cause_key: causeKey, for: cause }) {
    if (delta === 0) throw validationFailed([{ path, code: 'zero', message: 'There is nothing to adjust by.' }]);
    const target = await stockTarget(context, record);
    assertUnit(target.part, named);
    if (reverses !== undefined) return takeBackOne(context, target.part, { reverses, reason, causeKey });
    const details = { type: typeOf(delta, cause), reason, cause, causeKey };
    return postStock(context, { part: target.part, details }, (posting) =>
      delta > 0
        ? deposit(context, { target, deposit: { qty: delta }, posting, path: () => path })
        : withdraw(context, { target, qty: -delta, posting, path }),
    );
  },
});

/** Nobody says what the movement is called: it follows from what it is for, which must be there. */
function typeOf(delta: number, cause: AnyRef | undefined): MovementType {
  if (delta > 0) return 'add';
  return cause?.kind === 'digifab:job' ? 'print_consume' : 'use';
}
