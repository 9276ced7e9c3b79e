import { Field, foreignKind } from '@cubit/core';
import { Type } from 'typebox';

/** A place as far as labels name it; it belongs to another module. */
export const place = foreignKind(
  'spaces:location',
  Type.Object({
    name: Type.Optional(Field.text()),
    path: Type.Optional(Field.text()),
    code: Type.Optional(Field.text()),
  }),
);
