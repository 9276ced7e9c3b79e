import { CelError } from '@cubit/expressions';
import { isCubitError } from '@cubit/core';
import { isTransient } from '@cubit/core/host';
import type { RunError } from '../tables/schema.js';

/** Whether the run is executed again. */
export function isTriedAgain(error: unknown): boolean {
  return !(error instanceof CelError) && isTransient(error);
}

/** The error as clients see it. Details of an unexpected error are only in the log. */
export function toRunError(error: unknown): RunError {
  if (error instanceof CelError) return { code: 'expression_failed', message: error.message };
  if (!isCubitError(error))
    return { code: 'internal', message: 'Internal server error. See the server log for details.' };
  const { code, message, details } = error;
  return details.length > 0 ? { code, message, details } : { code, message };
}
