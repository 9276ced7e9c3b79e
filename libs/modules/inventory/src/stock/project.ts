import { Field, foreignKind, tally, type Amounts } from '@cubit/core';
import { Type } from 'typebox';

/** A project as far as it costs something; it belongs to a module that a workspace may do without. */
export const project = foreignKind(
  'projects:project',
  Type.Object({ costs: Type.Optional(tally(Field.json(Type.Unsafe<Amounts>(Type.Object({}))))) }),
);
