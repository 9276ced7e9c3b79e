import { type AnyRef, defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { reversePosting } from '../movement/reverse-postings.js';
import {
  printUsagePosted,
  partStocked,
  reservationConsumed,
  stockChanged,
  stockDepleted,
  stockExceeded,
  stockItemCreated,
  stockItemStatusChanged,
  stockLow,
  stockRecovered,
} from '../events.js';
import { deposit } from '../stock/deposit.js';
import type { MovementType } from '../stock/movement-type.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { happened, input, STOCK_EFFECTS, unit, postingInput } from '../stock/stock-input.js';
import { stockTarget } from '../stock/stock-target.js';
import { consume } from '../stock/consume.js';
import { wholeQuantities } from '../stock/whole-quantities.js';
import { withdraw } from '../stock/withdraw.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { settings } from '../settings.js';
import { part } from './part.kind.js';
import { inPlainUnit } from './unit.js';
import { checkOnHand } from '../stock/stock-availability.js';
import { isPosted } from '../movement/is-posted.js';
import { undoPosting } from '../movement/undo-posting.js';

const path = '/input/delta';

export const adjustStock = defineAction({
  id: 'inventory:adjust',
  title: 'Adjust stock',
  description:
    'Adds stock, or removes it when `delta` is negative. Meant for wires that run when something was made, printed or received.',
  appliesTo: [part, stockItem],
  input: input({
    delta: Field.decimal({ title: 'Change', not: { const: 0 }, description: 'Not zero.' }),
    unit,
    happened,
    reverses: Type.Optional(
      Field.text({
        title: 'Reverses',
        minLength: 1,
        description:
          'Cause key of an earlier posting to reverse, on the same stock items. Changes nothing if there is no such posting.',
      }),
    ),
    ...postingInput,
    for: Type.Optional(
      Field.anyRef({
        title: 'For',
        description:
          'Record that the stock is for. What is reserved for it is used first. For a print job, the movement has the type `print_consume`, and `happened` is true by default.',
      }),
    ),
  }),
  output: postingResult,
  emits: [
    stockItemCreated,
    stockChanged,
    stockLow,
    stockDepleted,
    stockRecovered,
    partStocked,
    stockExceeded,
    stockItemStatusChanged,
    printUsagePosted,
    reservationConsumed,
  ],
  agent: { words: ['correct', 'plus', 'minus'] },
  effects: STOCK_EFFECTS,
  settings,
  undoneBy: 'inventory:reverse',
  ui: {
    done: 'Adjusted {title} by {input.delta}, {record.available} available, {record.qty} there now',
    icon: 'arrow-up-down',
    order: 95,
    hidden: ['cause_key', 'unit', 'happened', 'reverses'],
  },
  undo:
    (_context, _target, { reverses, for: cause }) =>
    (result) =>
      reverses === undefined && cause === undefined ? undoPosting(result) : null,
  example: { title: 'A print used filament', input: { delta: -38.5, cause_key: 'digifab:job-41:0:1' } },
  // A reversal finds its stock items by the earlier posting, so the target need not be on hand.
  // Consumption that has happened is recorded whatever became of the item.
  available: (target, { input: given }) =>
    given?.reverses !== undefined || (given !== undefined && isConsumed(given)) || checkOnHand(target),
  repeated: isPosted,
  async run(context, record, given) {
    const { unit: named, reverses, reason, cause_key: causeKey, for: cause } = given;
    const take = isConsumed(given) ? consume : withdraw;
    const target = await stockTarget(context, record);
    const paths = { qty: path, unit: '/input/unit' };
    const isTaken = given.delta < 0;
    const there = isTaken ? await wholeQuantities(context, target, cause) : undefined;
    const wanted = { qty: Math.abs(given.delta), unit: named };
    const qty = inPlainUnit(target.part, wanted, { paths, there });
    if (reverses !== undefined) return reversePosting(context, target.part, { reverses, reason, causeKey });
    const details = { type: typeOf(given.delta, cause), reason, cause, causeKey };
    return postStock(context, { part: target.part, details }, (posting) =>
      isTaken
        ? take(context, { target, qty, posting, path })
        : deposit(context, { target, deposit: { qty }, posting, path: () => path }),
    );
  },
});

interface Consumption {
  readonly delta: number;
  readonly happened?: boolean;
  readonly for?: AnyRef;
}

/** Whether the input describes consumption that has already happened. A print always has. */
function isConsumed({ delta, happened: isPast, for: cause }: Consumption): boolean {
  return isPast ?? typeOf(delta, cause) === 'print_consume';
}

/** The type of the movement follows from the sign of `delta` and the kind of `for`. */
function typeOf(delta: number, cause: AnyRef | undefined): MovementType {
  if (delta > 0) return 'add';
  return cause?.kind === 'digifab:job' ? 'print_consume' : 'use';
}
