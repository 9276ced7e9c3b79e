import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { type ErrorDetail, validationFailed } from '../errors/cubit-error.js';
import { faults } from './fault.js';
import { findFaults, type SchemaNode } from './find-faults.js';
import './formats.js';
import { prepareSchema } from './prepare-schema.js';

type Check = (value: unknown) => boolean;

const checks = new WeakMap<object, Check>();

/** The compiled check of a schema; cached per schema object. */
export function checkOf(schema: TSchema): Check {
  const known = checks.get(schema);
  if (known) return known;
  const compiled = Compile(prepareSchema(schema));
  const check: Check = (value) => compiled.Check(value);
  checks.set(schema, check);
  return check;
}

/** Returns all faults of `value` (at most 100), with JSON Pointers that start with `prefix`; empty if it is valid. */
export function validate(schema: TSchema, value: unknown, prefix = ''): readonly ErrorDetail[] {
  if (checkOf(schema)(value)) return [];
  const details = findFaults(schema as SchemaNode, value, prefix);
  return details.length > 0 ? details : [{ path: prefix, ...faults.invalid() }];
}

/** Throws `422 validation_failed` with all faults. */
export function assertValid(schema: TSchema, value: unknown, prefix = ''): void {
  const details = validate(schema, value, prefix);
  if (details.length > 0) throw validationFailed(details);
}
