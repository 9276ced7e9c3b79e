import { Field } from '@cubit/core';
import { Type, type TProperties } from 'typebox';

/** An action's input: what it does not know is refused. */
export function input<Properties extends TProperties>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false });
}

export const qty = Field.decimal({ exclusiveMinimum: 0 });

/** What any change of stock may say of itself. */
export const said = {
  reason: Type.Optional(Field.text({ description: 'Kept with the movement.' })),
  cause_key: Type.Optional(
    Field.text({
      minLength: 1,
      description: 'Unique: `<kind>:<id>:<line>:<n>` of what causes it. Posting it again changes nothing and says so.',
    }),
  ),
};

export const unit = Type.Optional(
  Field.text({
    minLength: 1,
    maxLength: 20,
    description: 'Must be the unit of the part; to be sure that both mean the same.',
  }),
);

export const STOCK_EFFECTS = { destructive: false, idempotent: false, readOnly: false } as const;
