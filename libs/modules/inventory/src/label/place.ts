import { Field, foreignKind } from '@cubit/core';
import { Type } from 'typebox';

/** The fields of a location that labels print. The `spaces` module owns the kind. */
export const place = foreignKind(
  'spaces:location',
  Type.Object({
    name: Type.Optional(Field.text()),
    path: Type.Optional(Field.text()),
    code: Type.Optional(Field.text()),
  }),
);
