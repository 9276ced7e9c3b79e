import { Type } from 'typebox';

/** Schemas of event members. Text from other systems has any length. Null: the sender did not provide the value. */
export const text = (title: string, description: string) => Type.String({ title, description });
export const nullableText = (title: string, description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], title, description });
export const texts = (title: string, description: string) => Type.Array(Type.String(), { title, description });
export const count = (title: string, description: string) => Type.Integer({ title, description });
export const nullableCount = (title: string, description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], title, description });
export const flag = (title: string, description: string) => Type.Boolean({ title, description });
