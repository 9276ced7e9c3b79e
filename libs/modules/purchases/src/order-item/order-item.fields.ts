import { computed, Field, fixed, foreignKind, type KindDefinition, type RecordDraft, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import { currencyCode } from '../money/currency.js';
import { unitField } from '../unit.js';
import { discountPct } from '../order/order.fields.js';

export const LINE_STATUSES = ['pending', 'partial', 'received', 'cancelled'] as const;

const quantity = (description: string) => computed(Field.decimal({ default: 0, description }));

export const orderItemFields = Type.Object({
  order: fixed(Field.ref('purchases:order')),
  part: Type.Optional(Field.ref('inventory:part', { description: 'Default: the part of the supplier part.' })),
  supplier_part: Type.Optional(Field.ref('purchases:supplier_part')),
  description: Type.Optional(
    Field.text({ minLength: 1, description: 'Required without a part, for example for freight or a service.' }),
  ),
  qty: Field.decimal({ exclusiveMinimum: 0, description: 'Quantity in purchase units, for example reels or boxes.' }),
  unit: Type.Optional(
    unitField(
      'Unit of `qty` and `unit_price` in place of the purchase unit, for example `kg` for a part in `g`, or a pack of the part.',
    ),
  ),
  unit_price: Type.Optional(
    Field.money({
      description:
        'Price of one purchase unit, in the currency of the order. Default: the price of the supplier part at this quantity.',
    }),
  ),
  currency: Type.Optional(currencyCode('The currency of the order.')),
  discount_pct: discountPct,
  destination: Type.Optional(
    Field.ref('spaces:location', {
      onDelete: 'clear',
      description: 'Location for the received stock. Default: `ship_to` of the order.',
    }),
  ),
  expected_on: Type.Optional(Field.date()),
  for: Type.Optional(
    Field.anyRef({ description: 'Record that the line is for, for example a task, a build or a project.' }),
  ),
  notes: Type.Optional(Field.longtext()),
  pack_qty: computed(
    Field.decimal({
      default: 1,
      description: 'Stock units per purchase unit, or per `unit`, when the order was placed.',
    }),
  ),
  stock_qty: quantity('Ordered quantity in stock units: `qty` × `pack_qty`.'),
  qty_received: quantity('Received quantity, in purchase units.'),
  qty_cancelled: quantity('Cancelled quantity, in purchase units.'),
  outstanding: quantity('Outstanding quantity, in purchase units.'),
  on_order: quantity('Outstanding quantity in stock units, while the order is open.'),
  total: Type.Optional(
    computed(
      Field.money({
        description: '`qty` × `unit_price` less the discount, rounded to the smallest unit of the currency.',
      }),
    ),
  ),
  status: computed(Field.enum(LINE_STATUSES, { default: 'pending' })),
});

export type OrderItemKind = KindDefinition<'purchases:order_item', typeof orderItemFields>;
export type OrderItem = RecordOf<OrderItemKind>;
export type OrderItemDraft = RecordDraft<OrderItemKind>;

/** The kind without its rules, so that the rules can refer to it. */
export const orderItemRecord: OrderItemKind = foreignKind('purchases:order_item', orderItemFields);
