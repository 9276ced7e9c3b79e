import { compact, defineAction, Field, type ModuleContext } from '@cubit/core';
import { Type } from 'typebox';
import { reservationCreated, stockChanged, stockLow } from '../events.js';
import { part } from '../part/part.kind.js';
import { assertUnit } from '../part/unit.js';
import { insufficientStock } from '../stock/insufficient-stock.js';
import { input, qty, STOCK_EFFECTS, unit } from '../stock/stock-input.js';
import { assertThere, stockTarget, type StockTarget } from '../stock/stock-target.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { freeOfItem } from './pinned.js';
import { reservation } from './reservation.kind.js';

const path = (field: string) => `/input/${field}`;

export const reserve = defineAction({
  id: 'inventory:reserve',
  title: 'Reserve',
  description:
    'Keeps stock for something: of a part from whatever there is, of a stock item from that one. Refused where less is available, unless `allow_short` says that the rest is to come.',
  appliesTo: [part, stockItem],
  input: input({
    qty,
    unit,
    for: Field.anyRef({ description: 'What it is kept for.' }),
    needed_by: Type.Optional(Field.date()),
    expires_at: Type.Optional(Field.datetime()),
    allow_short: Type.Optional(Field.boolean({ default: false })),
    note: Type.Optional(Field.text()),
  }),
  output: Type.Object(
    { reservation: Field.ref('inventory:reservation'), qty: Type.Number(), available: Type.Number() },
    { additionalProperties: false },
  ),
  emits: [reservationCreated, stockChanged, stockLow],
  effects: STOCK_EFFECTS,
  undoneBy: 'inventory:release',
  example: {
    title: 'Four for a task',
    input: {
      qty: 4,
      for: { kind: 'projects:task', id: '0192f0c1-2d3e-7000-8000-000000000006' },
      needed_by: '2026-06-30',
    },
  },
  async run(context, record, { unit: named, allow_short: allowShort, ...given }) {
    const target = await stockTarget(context, record);
    assertUnit(target.part, named);
    if (target.item) assertThere(target.item);
    if (allowShort !== true) await assertFree(context, target, given.qty);
    const made = await context.records.create(
      reservation,
      compact({ ...given, part: target.part.id, stock_item: target.item?.id }),
      { path },
    );
    const { available } = (await context.records.get(part, target.part.id)).fields;
    return { reservation: made.id, qty: given.qty, available };
  },
});

/** The part is held, so nobody else reserves or takes the same stock meanwhile. */
async function assertFree(context: ModuleContext, { part: owner, item }: StockTarget, wanted: number): Promise<void> {
  const free = item ? await freeOfItem(context, item) : wanted;
  const found = Math.min(free, owner.fields.available);
  if (wanted > found)
    throw insufficientStock({ part: owner, found: Math.max(0, found), asked: wanted, path: path('qty') });
}
