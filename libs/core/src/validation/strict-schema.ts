import { Type, type TObject } from 'typebox';

const strictSchemas = new WeakMap<TObject, TObject>();

/** The same object without further members, whether or not its author said so: made once per schema. */
export function strictSchema(declared: TObject): TObject {
  let strict = strictSchemas.get(declared);
  if (!strict) {
    strict = Type.Object(declared.properties, { additionalProperties: false });
    strictSchemas.set(declared, strict);
  }
  return strict;
}
