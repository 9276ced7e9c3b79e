import { Type } from 'typebox';

/** Schemas of event members. Text from other systems has any length. Null: the sender did not provide the value. */
export const text = (description: string) => Type.String({ description });
export const nullableText = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description });
export const texts = (description: string) => Type.Array(Type.String(), { description });
export const count = (description: string) => Type.Integer({ description });
export const nullableCount = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], description });
export const flag = (description: string) => Type.Boolean({ description });
