import { type ErrorDetail, validate, validationFailed } from '@cubit/core';
import type { TSchema } from 'typebox';
import type { Arguments } from './tool.js';

/** Checks the arguments of a tool as a body is checked: throws `422 validation_failed` with the path of each fault. */
export function checkArguments(schema: object, args: Arguments): void {
  const faults: readonly ErrorDetail[] = validate(schema as TSchema, args);
  if (faults.length > 0) throw validationFailed(faults);
}
