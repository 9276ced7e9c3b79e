import { compact, defineAction, Field, notWhile, validationFailed } from '@cubit/core';
import { subtractQuantities } from '@cubit/decimal';
import { Type } from 'typebox';
import { reservationReleased, partStocked, stockChanged, stockRecovered } from '../events.js';
import { part } from '../part/part.kind.js';
import { optionalInPartUnit } from '../part/unit.js';
import { input, qty, STOCK_EFFECTS, unit } from '../stock/stock-input.js';
import { isOpen, remainderOf } from './open-reservation.js';
import { reservation } from './reservation.kind.js';

export const release = defineAction({
  id: 'inventory:release',
  title: 'Release',
  description: 'Releases reserved stock: all that is not used yet, or `qty`.',
  appliesTo: [reservation],
  input: input({ qty: Type.Optional(qty), unit }),
  output: Type.Object(
    { part: Field.ref('inventory:part'), released: Type.Number(), available: Type.Number() },
    { additionalProperties: false },
  ),
  emits: [reservationReleased, stockChanged, stockRecovered, partStocked],
  agent: { words: ['free', 'unreserve', 'no longer needed'] },
  effects: STOCK_EFFECTS,
  undoneBy: 'inventory:reserve',
  ui: { icon: 'lock-open', order: 20, bulk: true },
  undo:
    (_context, { fields }) =>
    ({ released: qty }) => {
      const { for: purpose, needed_by, note, part: partId, stock_item: item } = fields;
      const record = item === undefined ? { kind: part.id, id: partId } : { kind: 'inventory:stock_item', id: item };
      return { record, input: compact({ qty, for: purpose, needed_by, note, allow_short: true }) };
    },
  example: { title: 'Release the rest', input: {} },
  available: ({ fields }) => isOpen(fields) || notWhile(fields.status),
  async run({ records }, record, { qty, unit: named }) {
    const remainder = remainderOf(record.fields);
    const owner = await records.get(part, record.fields.part);
    const released = optionalInPartUnit(owner, { qty, unit: named }) ?? remainder;
    if (released > remainder)
      throw validationFailed([
        { path: '/input/qty', code: 'maximum', message: `Only ${remainder} are still reserved.` },
      ]);
    const rest = { qty: subtractQuantities(record.fields.qty, released) };
    await records.update(reservation, record.id, released === remainder ? { status: 'released' } : rest);
    const { available } = (await records.get(part, record.fields.part)).fields;
    return { part: record.fields.part, released, available };
  },
});
