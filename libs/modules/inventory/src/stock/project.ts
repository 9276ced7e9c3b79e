import { Field, foreignKind, rollup } from '@cubit/core';
import type { Amounts } from '@cubit/decimal';
import { Type } from 'typebox';

/** The costs of a project. The `projects` module owns the kind, and a workspace may not have it enabled. */
export const project = foreignKind(
  'projects:project',
  Type.Object({ costs: Type.Optional(rollup(Field.json(Type.Unsafe<Amounts>(Type.Object({}))))) }),
);
