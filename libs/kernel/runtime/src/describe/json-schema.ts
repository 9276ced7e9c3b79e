import { Type } from 'typebox';

/** A JSON Schema as a value in an answer: any object. */
export const JsonSchema = Type.Unsafe<object>({
  type: 'object',
  description: 'JSON Schema, 2020-12.',
});

export const closed = { additionalProperties: false } as const;

export const NullableText = Type.Union([Type.String(), Type.Null()]);
