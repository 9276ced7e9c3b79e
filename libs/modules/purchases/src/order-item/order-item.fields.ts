import { computed, Field, fixed, foreignKind, type KindDefinition, type RecordDraft, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import { currencyCode } from '../money/currency.js';
import { unitField } from '../unit.js';
import { discountPct } from '../order/order.fields.js';

export const LINE_STATUSES = ['pending', 'partial', 'received', 'cancelled'] as const;

const exact = Type.Object(
  {
    unit: Type.String({ title: 'Stock unit' }),
    pack: Type.String({ title: 'Purchase unit' }),
    received: Type.String({ title: 'Received' }),
    cancelled: Type.String({ title: 'Cancelled' }),
  },
  { additionalProperties: false },
);

/** `unit`: the field with its unit: `unit` of purchase units, which most lines do not have, or `part.unit`. */
const quantity = (unit: string, description: string) =>
  computed(Field.decimal({ default: 0, description, ui: { widget: 'quantity', unit: { field: unit } } }));

export const orderItemFields = Type.Object({
  order: fixed(Field.ref('purchases:order', { title: 'Order', description: 'The order that the line belongs to.' })),
  part: Type.Optional(
    Field.ref('inventory:part', { title: 'Part', description: 'Default: the part of the supplier part.' }),
  ),
  supplier_part: Type.Optional(
    Field.ref('purchases:supplier_part', {
      title: 'Supplier part',
      description: 'How the supplier sells the part: its part number, pack size and prices.',
    }),
  ),
  description: Type.Optional(
    Field.text({
      title: 'Description',
      minLength: 1,
      description: 'Required without a part, for example for freight or a service.',
    }),
  ),
  qty: Field.decimal({
    title: 'Quantity',
    ui: { widget: 'quantity', unit: { field: 'unit' } },
    exclusiveMinimum: 0,
    description: 'Quantity in purchase units, for example reels or boxes.',
  }),
  unit: Type.Optional(
    unitField(
      'part',
      'Unit of `qty` and `unit_price`. It replaces the purchase unit, for example `kg` for a part in `g`, or a pack of the part.',
    ),
  ),
  unit_price: Type.Optional(
    Field.money({
      title: 'Price',
      description:
        'Price of one purchase unit, in the currency of the order. Default: the price of the supplier part at this quantity.',
    }),
  ),
  currency: Type.Optional(Field.titled('Currency', currencyCode('The currency of the order.'))),
  discount_pct: discountPct,
  destination: Type.Optional(
    Field.ref('spaces:location', {
      title: 'Deliver to',
      onDelete: 'clear',
      description: 'Location for the received stock. Default: `ship_to` of the order.',
    }),
  ),
  expected_on: Type.Optional(
    Field.date({ title: 'Expected', description: 'Expected date of arrival, if it differs from that of the order.' }),
  ),
  for: Type.Optional(
    Field.anyRef({
      title: 'For',
      description: 'Record that the line is for, for example a task, a build or a project.',
    }),
  ),
  notes: Type.Optional(
    Field.longtext({
      title: 'Notes',
      ui: { widget: 'markdown' },
      description: 'Anything else to know about the line, in Markdown.',
    }),
  ),
  pack_qty: computed(
    Field.decimal({
      title: 'Pack size',
      ui: { widget: 'quantity', unit: { field: 'part.unit' } },
      default: 1,
      description: 'Stock units per purchase unit, or per `unit`, when the order was placed.',
    }),
  ),
  stock_qty: Field.titled(
    'In stock units',
    quantity('part.unit', 'Ordered quantity in stock units: `qty` × `pack_qty`.'),
  ),
  qty_received: Field.titled('Received', quantity('unit', 'Received quantity, in purchase units.')),
  qty_cancelled: Field.titled('Cancelled', quantity('unit', 'Cancelled quantity, in purchase units.')),
  outstanding: Field.titled('Outstanding', quantity('unit', 'Outstanding quantity, in purchase units.')),
  exact: Type.Optional(
    computed(
      Field.json(exact, {
        title: 'Exact quantities',
        ui: { hidden: true },
        description: 'Without rounding, in the plain unit: `g`, `m`, `l`, `pcs`.',
      }),
    ),
  ),
  on_order: Field.titled(
    'On order',
    quantity('part.unit', 'Outstanding quantity in stock units, while the order is open.'),
  ),
  total: Type.Optional(
    computed(
      Field.money({
        title: 'Total',
        description: '`qty` × `unit_price` less the discount. Rounded to the smallest unit of the currency.',
      }),
    ),
  ),
  status: computed(
    Field.enum(LINE_STATUSES, {
      title: 'Status',
      ui: { widget: 'status', tone: { warn: { is: 'partial' }, ok: { is: 'received' } } },
      default: 'pending',
      description:
        'How much of the line was received. `pending`: nothing. `partial`: a part. `received`, `cancelled`: nothing is outstanding.',
    }),
  ),
});

export type OrderItemKind = KindDefinition<'purchases:order_item', typeof orderItemFields>;
export type OrderItem = RecordOf<OrderItemKind>;
export type OrderItemDraft = RecordDraft<OrderItemKind>;

/** The kind without its rules, so that the rules can refer to it. */
export const orderItemRecord: OrderItemKind = foreignKind('purchases:order_item', orderItemFields);
