import { Field } from '@cubit/core';
import { unitField } from '../unit.js';
import { Type, type Static } from 'typebox';

/** A larger delivery needs several receipts. */
const MAX_LINES = 1_000;
const MAX_SERIALS = 1_000;
/** Statuses that received stock can have. */
const CONDITIONS = ['ok', 'attention', 'damaged', 'returned', 'quarantined', 'rejected'] as const;

const members = {
  order_item: Field.ref('purchases:order_item', {
    title: 'Order line',
    description: 'The order line that the goods belong to.',
  }),
  qty: Field.decimal({
    title: 'Quantity',
    ui: { widget: 'quantity', unit: { field: 'unit' } },
    exclusiveMinimum: 0,
    description: 'Received quantity, in purchase units.',
  }),
  unit: Type.Optional(
    unitField('order_item', 'Unit of `qty` in place of the purchase unit. It is converted into purchase units.'),
  ),
  location: Type.Optional(
    Field.ref('spaces:location', {
      title: 'Location',
      description:
        'Default: the destination of the order line, else `ship_to` of the order, else the default location of the part.',
    }),
  ),
  lot: Type.Optional(
    Field.text({ title: 'Lot', minLength: 1, description: 'Lot (batch) number of the received stock.' }),
  ),
  serials: Type.Optional(
    Type.Array(Field.text({ minLength: 1 }), {
      title: 'Serial numbers',
      description: 'Serial numbers of the received pieces. Each makes a stock item of its own.',
      minItems: 1,
      maxItems: MAX_SERIALS,
      uniqueItems: true,
    }),
  ),
  expires_on: Type.Optional(Field.date({ title: 'Expires', description: 'Expiry date of the received stock.' })),
  unit_cost: Type.Optional(
    Field.money({
      title: 'Cost each',
      description: 'Cost of one stock unit. Default: the price less the discount, divided by the pack quantity.',
    }),
  ),
  status: Type.Optional(
    Field.enum(CONDITIONS, { title: 'Status', description: 'Status of the received stock. Default: `ok`.' }),
  ),
};

export const receiptLine = Type.Object(members, { additionalProperties: false });
const lines = {
  title: 'Lines',
  description: 'Received quantities, by order line.',
  minItems: 1,
  maxItems: MAX_LINES,
};
export const receiptLines = Type.Array(receiptLine, lines);
export type ReceiptLine = Static<typeof receiptLine>;

const storedLine = Type.Object(
  {
    ...members,
    exact: Type.Optional(
      Type.String({
        title: 'Exact quantity',
        description: 'Without rounding, in the plain unit: `g`, `m`, `l`, `pcs`.',
      }),
    ),
  },
  { additionalProperties: false },
);
export const storedLines = Type.Array(storedLine, lines);
export type StoredLine = Static<typeof storedLine>;
