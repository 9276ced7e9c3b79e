import { availableOfPart } from '../stock/stock-totals.js';
import { exactToText, type ExactQuantity, leastOf } from '@cubit/decimal';
import { compact, defineAction, Field, type ModuleContext } from '@cubit/core';
import { Type } from 'typebox';
import { reservationCreated, stockChanged, stockLow } from '../events.js';
import { part } from '../part/part.kind.js';
import { inPlainUnit } from '../part/unit.js';
import { insufficientStock } from '../stock/insufficient-stock.js';
import { input, partQty, STOCK_EFFECTS, unit } from '../stock/stock-input.js';
import { stockTarget, type StockTarget } from '../stock/stock-target.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { unreservedOfItem } from './pinned.js';
import { reservationFields } from './reservation.fields.js';
import { reservation } from './reservation.kind.js';
import { checkOnHand } from '../stock/stock-availability.js';

const path = (field: string) => `/input/${field}`;

export const reserve = defineAction({
  id: 'inventory:reserve',
  title: 'Reserve stock',
  description:
    'Reserves stock of a part, or of a specific stock item. Refused if less is available, unless `allow_short` is set.',
  appliesTo: [part, stockItem],
  input: input({
    qty: { ...partQty, description: 'Quantity to reserve.' },
    unit,
    for: Field.described(reservationFields.properties.for, Field.anyRef()),
    needed_by: Type.Optional(Field.described(reservationFields.properties.needed_by, Field.date())),
    expires_at: Type.Optional(Field.described(reservationFields.properties.expires_at, Field.datetime())),
    allow_short: Type.Optional(
      Field.boolean({
        title: 'Even if short',
        default: false,
        description: 'Reserve more than is available. `available` of the part becomes negative.',
      }),
    ),
    note: Type.Optional(Field.described(reservationFields.properties.note, Field.text())),
  }),
  output: Type.Object(
    { reservation: Field.ref('inventory:reservation'), qty: Type.Number(), available: Type.Number() },
    { additionalProperties: false },
  ),
  emits: [reservationCreated, stockChanged, stockLow],
  agent: { words: ['set aside', 'earmark', 'allocate', 'keep', 'book'] },
  effects: STOCK_EFFECTS,
  undoneBy: 'inventory:release',
  ui: {
    done: 'Reserved {input.qty} of {title}, {record.available} available',
    icon: 'lock',
    key: 'r',
    order: 60,
    hidden: ['unit'],
    prefill: { qty: 1 },
  },
  undo:
    () =>
    ({ reservation: id }) => ({ record: { kind: reservation.id, id }, input: { discard: true } }),
  example: {
    title: 'Reserve four for a task',
    input: {
      qty: 4,
      for: { kind: 'projects:task', id: '0192f0c1-2d3e-7000-8000-000000000006' },
      needed_by: '2026-06-30',
    },
  },
  available: checkOnHand,
  async run(context, record, { unit: named, allow_short: allowShort, ...given }) {
    const target = await stockTarget(context, record);
    const found = await freeOf(context, target);
    const wanted = inPlainUnit(target.part, { qty: given.qty, unit: named }, { there: found });
    if (allowShort !== true && wanted > found)
      throw insufficientStock({ part: target.part, found, requested: wanted, path: path('qty') });
    const made = await context.records.create(
      reservation,
      compact({
        ...given,
        exact: { qty: exactToText(wanted), used: '0' },
        part: target.part.id,
        stock_item: target.item?.id,
      }),
      { path },
    );
    const { available } = (await context.records.get(part, target.part.id)).fields;
    return { reservation: made.id, qty: made.fields.qty, available };
  },
});

/** What can be reserved. The part is locked, so no concurrent request reserves or uses the same stock. */
async function freeOf(context: ModuleContext, { part: owner, item }: StockTarget): Promise<ExactQuantity> {
  const available = availableOfPart(owner);
  return item ? leastOf(await unreservedOfItem(context, item), available) : available;
}
