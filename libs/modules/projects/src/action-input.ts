import { Field } from '@cubit/core';
import { Type, type TProperties } from 'typebox';

/** An action input without additional properties. `choice`: further keywords, such as `exactlyOne(...)`. */
export function input<Properties extends TProperties>(properties: Properties, choice: object = {}) {
  return Type.Object(properties, { additionalProperties: false, ...choice });
}

export const reason = Type.Optional(
  Field.text({ title: 'Reason', minLength: 1, description: 'Why, in a few words. The event contains it.' }),
);
export const recordId = (kind: string, description: string) =>
  Type.String({ format: 'uuid', 'x-kind': kind, description });
export const EFFECTS = { destructive: false, idempotent: false, readOnly: false } as const;

/** The path of an input member that has the name of the field it is written to. */
export const inputPath = (field: string) => `/input/${field}`;

/** Input of actions that undo the end of a record. */
export const restore = Type.Optional(
  Type.Boolean({
    title: 'Restore',
    description: 'It ended by mistake: what was released because of the end, such as reserved stock, is restored.',
  }),
);
