import { defineAction, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { reservationConsumed, stockChanged, stockDepleted, stockLow } from '../events.js';
import { part } from '../part/part.kind.js';
import { optionalInPlainUnit } from '../part/unit.js';
import { insufficientStock } from '../stock/insufficient-stock.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { input, qtyOfPart, STOCK_EFFECTS, unit, postingInput } from '../stock/stock-input.js';
import { withdraw } from '../stock/withdraw.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { settings } from '../settings.js';
import { consumedFields, isOpen, remainderOf } from './open-reservation.js';
import { reservation } from './reservation.kind.js';
import { isPosted } from '../movement/is-posted.js';

export const consumeReservation = defineAction({
  id: 'inventory:consume_reservation',
  title: 'Use reserved stock',
  description: 'Uses reserved stock. All of it or `qty`: from the reserved stock item, else in the order of use.',
  appliesTo: [reservation],
  input: input({
    qty: Type.Optional({ ...qtyOfPart, description: 'Quantity to use. Default: all that is still reserved.' }),
    unit,
    ...postingInput,
  }),
  output: postingResult,
  emits: [reservationConsumed, stockChanged, stockLow, stockDepleted],
  effects: STOCK_EFFECTS,
  settings,
  ui: { done: 'Used reserved stock', icon: 'minus', tone: 'primary', key: 'u', order: 10, hidden: ['cause_key'] },
  example: { title: 'Use two of four', input: { qty: 2 } },
  available: ({ fields }) => {
    if (fields.for.kind === 'inventory:build') return 'its build uses it';
    return isOpen(fields) || notWhile(fields.status);
  },
  repeated: isPosted,
  async run(context, record, { qty: wanted, unit: named, reason, cause_key: causeKey }) {
    const { part: partId, stock_item: itemId } = record.fields;
    const owner = await context.records.get(part, partId);
    const item = itemId === undefined ? null : await context.records.get(stockItem, itemId);
    const remainder = remainderOf(record.fields);
    const given = { qty: wanted, unit: named };
    const taken = optionalInPlainUnit(owner, given, { there: remainder }) ?? remainder;
    const path = '/input/qty';
    if (taken > remainder) throw insufficientStock({ part: owner, found: remainder, requested: taken, path });
    const details = { type: 'use', reason, causeKey, cause: { kind: record.kind, id: record.id } } as const;
    return postStock(context, { part: owner, details }, async (posting) => {
      // First, so that `inventory.stock.changed` no longer counts the used stock as reserved.
      await context.records.update(reservation, record.id, consumedFields(record.fields, taken), {
        note: posting.note(),
      });
      await withdraw(context, { target: { part: owner, item }, qty: taken, posting, path, reservation: record });
    });
  },
});
