import { Field } from '@cubit/core';
import { Type, type Static } from 'typebox';

/** More than a delivery has; a larger one is received in several. */
const MAX_LINES = 1_000;
const MAX_SERIALS = 1_000;
/** Conditions that stock may come in. */
const CONDITIONS = ['ok', 'attention', 'damaged', 'returned', 'quarantined', 'rejected'] as const;

const members = {
  order_item: Field.ref('purchases:order_item'),
  qty: Field.decimal({ exclusiveMinimum: 0, description: 'In purchase units.' }),
  location: Type.Optional(
    Field.ref('spaces:location', {
      description:
        'Default: the destination of the line, else where the order is shipped to, else the place of the part.',
    }),
  ),
  lot: Type.Optional(Field.text({ minLength: 1 })),
  serials: Type.Optional(
    Type.Array(Field.text({ minLength: 1 }), { minItems: 1, maxItems: MAX_SERIALS, uniqueItems: true }),
  ),
  expires_on: Type.Optional(Field.date()),
  unit_cost: Type.Optional(
    Field.money({ description: 'Of one unit of stock. Default: the price less its discount, by the pack.' }),
  ),
  status: Type.Optional(Field.enum(CONDITIONS, { description: 'Condition that it comes in. Default: `ok`.' })),
};

export const receiptLine = Type.Object(members, { additionalProperties: false });
export const receiptLines = Type.Array(receiptLine, { minItems: 1, maxItems: MAX_LINES });
export type ReceiptLine = Static<typeof receiptLine>;
