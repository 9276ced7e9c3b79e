import { Type } from 'typebox';

/** Members of events. Texts of other systems are of any length: they are told, not stored in fields. */
export const text = (description: string) => Type.String({ description });
export const nullableText = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description });
export const texts = (description: string) => Type.Array(Type.String(), { description });
export const count = (description: string) => Type.Integer({ description });
export const flag = (description: string) => Type.Boolean({ description });
