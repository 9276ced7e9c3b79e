import { CelError } from '@cubit/expressions';
import { isCubitError } from '@cubit/core';
import type { RunError } from '../tables/schema.js';

/** Client errors that a retry may avoid: conflict, failed precondition and rate limit. */
const TRANSIENT_STATUSES = new Set([409, 412, 429]);

/** Whether a retry of the run could succeed without a change by a person. */
export function isTransient(error: unknown): boolean {
  if (error instanceof CelError) return false;
  return !isCubitError(error) || error.status >= 500 || TRANSIENT_STATUSES.has(error.status);
}

/** The error as clients see it. Details of an unexpected error are only in the log. */
export function toRunError(error: unknown): RunError {
  if (error instanceof CelError) return { code: 'expression_failed', message: error.message };
  if (!isCubitError(error))
    return { code: 'internal', message: 'Internal server error. See the server log for details.' };
  const { code, message, details } = error;
  return details.length > 0 ? { code, message, details } : { code, message };
}
