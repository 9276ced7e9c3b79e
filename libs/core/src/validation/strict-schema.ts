import { Type, type TObject } from 'typebox';

const strictSchemas = new WeakMap<TObject, TObject>();

/** The same object schema with `additionalProperties: false`; cached per schema. */
export function strictSchema(declared: TObject): TObject {
  let strict = strictSchemas.get(declared);
  if (!strict) {
    strict = Type.Object(declared.properties, { additionalProperties: false });
    strictSchemas.set(declared, strict);
  }
  return strict;
}
