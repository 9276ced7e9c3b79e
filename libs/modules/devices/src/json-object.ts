import { Field } from '@cubit/core';
import { Type } from 'typebox';

/** Structured data of whatever shape a bridge and its drivers agree on. */
export const jsonObject = (description: string) =>
  Field.json(Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object' }), { description });
