import { defineAction, Field, subtractDecimals } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input } from '../action-input.js';
import { orderCreated, orderUpdated } from '../events.js';
import { partRecord } from '../foreign.js';
import { draftLine } from './draft-line.js';
import { draftedOf } from './drafted.js';

export const draftResult = Type.Object({
  order: Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
  order_item: Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
  qty: Type.Number({ description: 'What the line is about now, in purchase units.' }),
  shortfall: Type.Number({ description: 'What was missing, in units of stock.' }),
  skipped: Type.Union([Type.Literal('covered'), Type.Null()], {
    description: '`covered`: what is available, on order and on drafts is enough.',
  }),
});

export const draftFromLow = defineAction({
  id: 'purchases:draft_from_low',
  title: 'Draft an order',
  description:
    'Puts what is missing to the target on the open draft at the preferred supplier, in whole packs and no less than the supplier sells. What is on order or on a draft already is not missing.',
  appliesTo: [partRecord],
  input: input({
    qty: Type.Optional(
      Field.decimal({ exclusiveMinimum: 0, description: 'So much, in units of stock, whatever is missing.' }),
    ),
    supplier: Type.Optional(Field.ref('purchases:supplier', { description: 'Default: where the part is bought.' })),
  }),
  output: draftResult,
  emits: [orderCreated, orderUpdated],
  effects: EFFECTS,
  example: { title: 'Fill up to the target', input: {} },
  async run(context, part, { qty, supplier: supplierId }) {
    const { available, on_order: onOrder, min_stock: least = 0, target_stock: target = least } = part.fields;
    const drafted = (await draftedOf(context, [part.id])).get(part.id) ?? 0;
    const shortfall = Math.max(0, subtractDecimals(target, available, onOrder, drafted));
    const stockQty = qty ?? shortfall;
    if (stockQty === 0) return { order: null, order_item: null, qty: 0, shortfall, skipped: 'covered' as const };
    const line = await draftLine(context, { part, stockQty, supplierId });
    return { order: line.fields.order, order_item: line.id, qty: line.fields.qty, shortfall, skipped: null };
  },
});
