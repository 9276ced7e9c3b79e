import { addDecimals, defineAction } from '@cubit/core';
import { Type } from 'typebox';
import { reservationConsumed, stockChanged, stockDepleted, stockLow } from '../events.js';
import { part } from '../part/part.kind.js';
import { insufficientStock } from '../stock/insufficient-stock.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { input, qty, said, STOCK_EFFECTS } from '../stock/stock-input.js';
import { withdraw } from '../stock/withdraw.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { isOpen, remainderOf } from './open-reservation.js';
import { reservation } from './reservation.kind.js';

export const consumeReservation = defineAction({
  id: 'inventory:consume_reservation',
  title: 'Use reserved stock',
  description: 'Takes what was reserved, or `qty` of it: from the stock item that was named, else in the order of use.',
  appliesTo: [reservation],
  input: input({ qty: Type.Optional(qty), ...said }),
  output: postingResult,
  emits: [reservationConsumed, stockChanged, stockLow, stockDepleted],
  effects: STOCK_EFFECTS,
  example: { title: 'Take two of the four', input: { qty: 2 } },
  available: ({ fields }) => {
    if (fields.for.kind === 'inventory:build') return 'it is taken by its build, which keeps count';
    return isOpen(fields) || `it is ${fields.status}`;
  },
  async run(context, record, { qty: wanted, reason, cause_key: causeKey }) {
    const { part: partId, stock_item: itemId, qty: total, consumed_qty: before } = record.fields;
    const owner = await context.records.get(part, partId);
    const item = itemId === undefined ? null : await context.records.get(stockItem, itemId);
    const remainder = remainderOf(record.fields);
    const taken = wanted ?? remainder;
    const path = '/input/qty';
    if (taken > remainder) throw insufficientStock({ part: owner, found: remainder, asked: taken, path });
    const details = { type: 'use', reason, causeKey, cause: { kind: record.kind, id: record.id } } as const;
    return postStock(context, { part: owner, details }, async (posting) => {
      const consumed = addDecimals(before, taken);
      const status = consumed === total ? 'consumed' : 'partial';
      // First, so that what is told of the stock that is taken counts it as no longer reserved.
      await context.records.update(
        reservation,
        record.id,
        { consumed_qty: consumed, status },
        { note: posting.note() },
      );
      await withdraw(context, { target: { part: owner, item }, qty: taken, posting, path, reservation: record });
    });
  },
});
