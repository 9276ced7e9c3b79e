import { Field } from '@cubit/core';
import { Type } from 'typebox';

/** Structured data whose shape bridges and drivers define. */
export const jsonObject = (description: string) =>
  Field.json(Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object' }), { description });
