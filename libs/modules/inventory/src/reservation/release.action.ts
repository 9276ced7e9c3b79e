import { compact, defineAction, Field, notWhile, validationFailed } from '@cubit/core';
import { exactToText, subtractQuantities } from '@cubit/decimal';
import { Type } from 'typebox';
import { reservationReleased, partStocked, stockChanged, stockLow, stockRecovered } from '../events.js';
import { part } from '../part/part.kind.js';
import { optionalInPlainUnit, shownOfPart } from '../part/unit.js';
import { input, qtyOfPart, STOCK_EFFECTS, unit } from '../stock/stock-input.js';
import { exactOfReservation, isOpen, remainderOf, reopenedStatus } from './open-reservation.js';
import { reservation } from './reservation.kind.js';

export const release = defineAction({
  id: 'inventory:release',
  title: 'Release stock',
  description: 'Releases reserved stock: all that is not used yet, or a part of it.',
  appliesTo: [reservation],
  input: input({
    qty: Type.Optional({ ...qtyOfPart, description: 'Quantity to release. Default: all that is still reserved.' }),
    unit,
    restore: Type.Optional(
      Field.boolean({
        title: 'Restore',
        ui: { hidden: true },
        description: 'Reserve what was released again: all of it, or `qty` more. Also if there is less now.',
      }),
    ),
    discard: Type.Optional(
      Field.boolean({
        title: 'Discard',
        ui: { hidden: true },
        description: 'Delete the reservation, as if it had never been made. Nothing of it may be used.',
      }),
    ),
  }),
  output: Type.Object(
    { part: Field.ref('inventory:part'), released: Type.Number(), available: Type.Number() },
    { additionalProperties: false },
  ),
  emits: [reservationReleased, stockChanged, stockLow, stockRecovered, partStocked],
  agent: { words: ['free', 'unreserve', 'no longer needed'] },
  effects: STOCK_EFFECTS,
  undoneBy: 'inventory:release',
  ui: { done: 'Released reserved stock', icon: 'lock-open', order: 20, bulk: true, hidden: ['restore', 'discard'] },
  undo:
    (_context, { fields }, { qty, unit: named, restore, discard }) =>
    ({ released }) => {
      if (restore === true || discard === true) return null;
      const all = subtractQuantities(fields.qty, fields.consumed_qty);
      return { input: released === all ? { restore: true } : compact({ restore: true, qty, unit: named }) };
    },
  example: { title: 'Release the rest', input: {} },
  available: ({ fields }, { input: given }) =>
    isOpen(fields) || (given?.restore === true && fields.status === 'released') || notWhile(fields.status),
  async run({ records }, record, { qty, unit: named, restore = false, discard = false }) {
    const { part: partId } = record.fields;
    const remainder = remainderOf(record.fields);
    const exact = exactOfReservation(record.fields);
    const owner = await records.get(part, partId);
    const there = restore ? undefined : remainder;
    const wanted = optionalInPlainUnit(owner, { qty, unit: named }, { there });
    const back = wanted ?? (isOpen(record.fields) ? 0n : exact.qty - exact.used);
    const released = restore ? -back : (wanted ?? remainder);
    if (released > remainder)
      throw validationFailed([
        { path: '/input/qty', code: 'maximum', message: `Only ${shownOfPart(owner, remainder)} are still reserved.` },
      ]);
    if (discard && exact.used > 0n)
      throw validationFailed([
        { path: '/input/discard', code: 'used', message: `${shownOfPart(owner, exact.used)} of it were used.` },
      ]);
    if (discard) await records.remove(reservation, [record.id]);
    else if (restore && !isOpen(record.fields))
      await records.update(reservation, record.id, { status: reopenedStatus(record.fields) });
    else {
      const rest = { exact: { qty: exactToText(exact.qty - released), used: exactToText(exact.used) } };
      await records.update(reservation, record.id, released === remainder ? { status: 'released' } : rest);
    }
    const { available } = (await records.get(part, partId)).fields;
    return { part: partId, released: shownOfPart(owner, released), available };
  },
});
