import { Field } from '@cubit/core';
import { Type, type TProperties } from 'typebox';

/** The input schema of an action; refuses unknown members. `choice` is an `exactlyOne` constraint. */
export function input<Properties extends TProperties>(properties: Properties, choice: object = {}) {
  return Type.Object(properties, { additionalProperties: false, ...choice });
}

export const MAX_SERIALS = 1_000;
const quantity = { title: 'Quantity', exclusiveMinimum: 0 };

const qtyIn = (field: string) => Field.decimal({ ...quantity, ui: { widget: 'quantity', unit: { field } } });

export const qty = Field.decimal({ ...quantity, ui: { widget: 'quantity' } });

/** The quantity of an action on a part, shown with the unit of the part. */
export const partQty = qtyIn('unit');

/** The quantity of an action on a stock item or a reservation. */
export const qtyOfPart = qtyIn('part.unit');

/** The quantity of an action on a build. */
export const builtQty = qtyIn('assembly.unit');

/** One serial number for each unit. */
export const serials = Type.Array(Field.text({ minLength: 1 }), {
  title: 'Serial numbers',
  description: 'One for each unit. Each unit becomes a stock item of its own.',
  minItems: 1,
  maxItems: MAX_SERIALS,
  uniqueItems: true,
});

/** Optional input of every action that posts stock. */
export const postingInput = {
  reason: Type.Optional(Field.text({ title: 'Reason', description: 'Stored on the movement.' })),
  cause_key: Type.Optional(
    Field.text({
      title: 'Posting key',
      ui: { hidden: true },
      minLength: 1,
      description:
        'Idempotency key of the posting, `<kind>:<id>:<line>:<n>` of its cause. Posting the same key again changes nothing and returns the first result with `duplicate: true`.',
    }),
  ),
};

export const unit = Type.Optional(
  Field.text({
    title: 'Unit',
    ui: { units: 'id' },
    minLength: 1,
    maxLength: 20,
    description:
      'Unit of the quantity. For example `kg` for a part in `g`, or a pack of the part. It is converted into the unit of the part. Default: the unit of the part.',
  }),
);

/** Input of actions that record consumption. */
export const happened = Type.Optional(
  Field.boolean({
    title: 'Already happened',
    description:
      'It has already happened. For example as measured by a machine or a scale. It is not refused: what there is, is taken, down to zero. The rest is the `over` of the movement, the stock item gets the status `attention`, and members are notified.',
  }),
);

export const STOCK_EFFECTS = { destructive: false, idempotent: false, readOnly: false } as const;
