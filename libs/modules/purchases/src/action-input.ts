import { Field } from '@cubit/core';
import { Type, type TProperties } from 'typebox';

/** The input schema of an action; refuses unknown members. */
export function input<Properties extends TProperties>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false });
}

export const reason = Type.Optional(
  Field.text({ title: 'Reason', minLength: 1, description: 'Why, in a few words. The event contains it.' }),
);
export const EFFECTS = { destructive: false, idempotent: false, readOnly: false } as const;

/** Path in the input of a field of the same name. */
export const inputPath = (field: string) => `/input/${field}`;
