import { computed, Field, fixed, foreignKind, type KindDefinition, type RecordDraft, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import { currencyCode } from '../money/currency.js';
import { discountPct } from '../order/order.fields.js';

export const LINE_STATUSES = ['pending', 'partial', 'received', 'cancelled'] as const;

const quantity = (description: string) => computed(Field.decimal({ default: 0, description }));

export const orderItemFields = Type.Object({
  order: fixed(Field.ref('purchases:order')),
  part: Type.Optional(Field.ref('inventory:part', { description: 'Default: that of the supplier part.' })),
  supplier_part: Type.Optional(Field.ref('purchases:supplier_part')),
  description: Type.Optional(
    Field.text({ minLength: 1, description: 'Needed where there is no part: freight, a service.' }),
  ),
  qty: Field.decimal({ exclusiveMinimum: 0, description: 'In purchase units: reels, boxes.' }),
  unit_price: Type.Optional(
    Field.money({
      description:
        'Of one purchase unit, in the currency of the order. Default: what the supplier part costs at the quantity.',
    }),
  ),
  currency: Type.Optional(currencyCode('That of the order.')),
  discount_pct: discountPct,
  destination: Type.Optional(
    Field.ref('spaces:location', {
      onDelete: 'clear',
      description: 'Where it goes. Default: where the order is shipped to.',
    }),
  ),
  expected_on: Type.Optional(Field.date()),
  for: Type.Optional(Field.anyRef({ description: 'What it is for: a task, a build, a project.' })),
  notes: Type.Optional(Field.longtext()),
  pack_qty: computed(
    Field.decimal({
      default: 1,
      description: 'Units of stock in a purchase unit, as it was when the order was placed.',
    }),
  ),
  stock_qty: quantity('Ordered, in units of stock: `qty` × `pack_qty`.'),
  qty_received: quantity('In purchase units.'),
  qty_cancelled: quantity('In purchase units: will not come.'),
  outstanding: quantity('In purchase units: still to come.'),
  on_order: quantity('Outstanding in units of stock, while the order is open.'),
  total: Type.Optional(
    computed(Field.money({ description: '`qty` × `unit_price` less the discount, in whole coins.' })),
  ),
  status: computed(Field.enum(LINE_STATUSES, { default: 'pending' })),
});

export type OrderItemKind = KindDefinition<'purchases:order_item', typeof orderItemFields>;
export type OrderItem = RecordOf<OrderItemKind>;
export type OrderItemDraft = RecordDraft<OrderItemKind>;

/** The kind for the rules that its definition stands on. */
export const orderItemRecord: OrderItemKind = foreignKind('purchases:order_item', orderItemFields);
