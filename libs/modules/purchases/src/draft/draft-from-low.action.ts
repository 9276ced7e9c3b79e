import { defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input } from '../action-input.js';
import { orderCreated, orderUpdated } from '../events.js';
import { partRecord } from '../foreign.js';
import { exactOf } from '../unit.js';
import { settings } from '../settings.js';
import { draftLine } from './draft-line.js';
import { findOrderedQuantities, shortfallOf } from './ordered-quantities.js';

export const draftResult = Type.Object({
  order: Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
  order_item: Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
  qty: Type.Number({ description: 'Quantity of the order line now, in purchase units.' }),
  shortfall: Type.Number({ description: 'Missing quantity, in stock units.' }),
  skipped: Type.Union([Type.Literal('covered'), Type.Null()], {
    description: '`covered`: the quantity available, on order and on drafts is sufficient.',
  }),
});

export const draftFromLow = defineAction({
  id: 'purchases:draft_from_low',
  title: 'Draft an order',
  description:
    'Adds the quantity missing to the target to the open draft order at the preferred supplier. It is ordered in whole packs and at least the minimum order quantity. Quantities on order or on drafts are not missing.',
  appliesTo: [partRecord],
  input: input({
    qty: Type.Optional(
      Field.decimal({
        title: 'Quantity',
        exclusiveMinimum: 0,
        description: 'Quantity in stock units. Default: the missing quantity.',
      }),
    ),
    supplier: Type.Optional(
      Field.ref('purchases:supplier', { title: 'Supplier', description: 'Default: the supplier chosen for the part.' }),
    ),
  }),
  output: draftResult,
  emits: [orderCreated, orderUpdated],
  agent: { words: ['low stock', 'running low', 'below minimum', 'reorder', 'refill'] },
  effects: EFFECTS,
  settings,
  ui: {
    done: 'Drafted an order of {title}',
    doneFor: {
      result: 'skipped',
      words: { covered: 'Nothing to order: stock and open orders of {title} suffice' },
    },
    icon: 'shopping-cart',
    tone: 'primary',
    key: 'o',
    order: 35,
    bulk: true,
  },
  example: { title: 'Order up to the target', input: {} },
  async run(context, part, { qty, supplier: supplierId }) {
    const { min_stock: least = 0, target_stock: target = least } = part.fields;
    const ordered = await findOrderedQuantities(context, [part.id]);
    const shortfall = shortfallOf(part, exactOf(part, target), ordered.get(part.id));
    const stockQty = qty ?? shortfall;
    if (stockQty === 0) return { order: null, order_item: null, qty: 0, shortfall, skipped: 'covered' as const };
    const line = await draftLine(context, { part, stockQty, supplierId });
    return { order: line.fields.order, order_item: line.id, qty: line.fields.qty, shortfall, skipped: null };
  },
});
