import { CelError, isConnectionFault, isCubitError } from '@cubit/core';
import type { RunError } from '../tables/schema.js';

/** Two states of the world that a moment may change; everything else that a client could have done wrong stays wrong. */
const PASSING = new Set([409, 412, 429]);

/** Whether the same run could succeed later without anybody mending anything. */
export function isPassing(error: unknown): boolean {
  if (error instanceof CelError) return false;
  return !isCubitError(error) || error.status >= 500 || PASSING.has(error.status);
}

/** The database could not be reached: nothing was tried, so nothing counts as an attempt. */
export function isWeather(error: unknown): boolean {
  return isCubitError(error) ? error.code === 'unavailable' : isConnectionFault(error);
}

/** What people are told of it. A defect is told as such: what it says is for the log. */
export function runError(error: unknown): RunError {
  if (error instanceof CelError) return { code: 'expression_failed', message: error.message };
  if (!isCubitError(error)) return { code: 'internal', message: 'A defect of the server; its log tells more.' };
  const { code, message, details } = error;
  return details.length > 0 ? { code, message, details } : { code, message };
}
