import { defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import {
  reservationConsumed,
  stockChanged,
  stockDepleted,
  stockExceeded,
  stockItemStatusChanged,
  stockLow,
} from '../events.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { happened, input, partQty, STOCK_EFFECTS, unit, postingInput } from '../stock/stock-input.js';
import { stockTarget } from '../stock/stock-target.js';
import { consume } from '../stock/consume.js';
import { wholeQuantities } from '../stock/whole-quantities.js';
import { withdraw } from '../stock/withdraw.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { settings } from '../settings.js';
import { part } from './part.kind.js';
import { inPlainUnit } from './unit.js';
import { findStockWithSubstitutes, withdrawWithSubstitutes } from '../stock/substitutes.js';
import { checkAvailability, checkOnHand } from '../stock/stock-availability.js';
import { isPosted } from '../movement/is-posted.js';
import { undoPosting } from '../movement/undo-posting.js';

export const useStock = defineAction({
  id: 'inventory:use',
  title: 'Use stock',
  description:
    'Uses stock. On a part, opened stock items are used first, then those that expire first, then the oldest. Refused with `409 insufficient_stock` if less than `qty` is available, unless it `happened` already.',
  appliesTo: [part, stockItem],
  input: input({
    qty: { ...partQty, description: 'Quantity to take from stock.' },
    unit,
    happened,
    substitutes: Type.Optional(
      Field.boolean({
        title: 'Substitutes too',
        default: true,
        description: 'Take what is missing of a part from its `substitutes`, in their order.',
      }),
    ),
    ...postingInput,
    for: Type.Optional(
      Field.anyRef({
        title: 'For',
        description: 'Record that the stock is used for. What is reserved for it is used first.',
      }),
    ),
  }),
  output: postingResult,
  emits: [reservationConsumed, stockChanged, stockLow, stockDepleted, stockExceeded, stockItemStatusChanged],
  agent: { words: ['take', 'book out', 'consume', 'withdraw', 'spend', 'remove'] },
  effects: STOCK_EFFECTS,
  settings,
  ui: {
    done: 'Used {input.qty} of {title}, {record.available} left, {record.qty} left',
    icon: 'minus',
    tone: 'primary',
    key: 'u',
    order: 20,
    hidden: ['cause_key', 'happened', 'unit'],
    prefill: { qty: 1 },
    bulk: true,
  },
  undoneBy: 'inventory:reverse',
  undo:
    (_context, _target, { for: cause }) =>
    (result) =>
      cause === undefined ? undoPosting(result) : null,
  example: { title: 'Use twelve screws', input: { qty: 12, reason: 'Enclosure' } },
  lookup: findStockWithSubstitutes,
  available(target, context) {
    if (context.input?.happened === true) return true;
    // The run counts what is reserved for the record.
    if (context.input?.for !== undefined) return checkOnHand(target);
    return checkAvailability(target, context, { path: '/input/qty' });
  },
  repeated: isPosted,
  async run(context, record, { qty: wanted, unit: named, happened: isPast, substitutes, ...given }) {
    const { reason, for: cause, cause_key: causeKey } = given;
    const remove = isPast === true ? consume : substitutes === false ? withdraw : withdrawWithSubstitutes;
    const target = await stockTarget(context, record);
    const there = await wholeQuantities(context, target, cause);
    const taken = inPlainUnit(target.part, { qty: wanted, unit: named }, { there });
    return postStock(context, { part: target.part, details: { type: 'use', reason, cause, causeKey } }, (posting) =>
      remove(context, { target, qty: taken, posting, path: '/input/qty' }),
    );
  },
});
