import { Field } from '@cubit/core';
import { Type, type TProperties } from 'typebox';

/** An action's input takes what it names and nothing else. */
export function input<Properties extends TProperties>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false });
}

/** What an action answers. */
export function output<Properties extends TProperties>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false });
}

export const reason = Type.Optional(Field.text({ minLength: 1 }));
export const recordId = (kind: string, description: string) =>
  Type.String({ format: 'uuid', 'x-kind': kind, description });

/** The machine moves: to be asked before. */
export const MOVES = { destructive: false, idempotent: false, readOnly: false } as const;
export const REPEATABLE = { destructive: false, idempotent: true, readOnly: false } as const;

/** Where an action's input has what is written to a field of the same name. */
export const inputPath = (field: string) => `/input/${field}`;
