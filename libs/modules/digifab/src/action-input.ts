import { Field } from '@cubit/core';
import { Type, type TProperties } from 'typebox';

/** An action input without additional properties. `choice`: further keywords, such as `exactlyOne(...)`. */
export function input<Properties extends TProperties>(properties: Properties, choice: object = {}) {
  return Type.Object(properties, { additionalProperties: false, ...choice });
}

/** An action result without additional properties. */
export function output<Properties extends TProperties>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false });
}

export const reason = Type.Optional(
  Field.text({ title: 'Reason', minLength: 1, description: 'Why, in a few words. The event contains it.' }),
);
export const recordId = (kind: string, description: string) =>
  Type.String({ format: 'uuid', 'x-kind': kind, description });

/** Effects of actions that move the machine: clients ask for confirmation. */
export const MOVES = { destructive: false, idempotent: false, readOnly: false } as const;
export const REPEATABLE = { destructive: false, idempotent: true, readOnly: false } as const;

/** The path of an input member that has the name of the field it is written to. */
export const inputPath = (field: string) => `/input/${field}`;
