import { isCubitError } from '@cubit/core';
import type { JobError } from './job-row.js';

const CONFLICT = 409;
const RATE_LIMITED = 429;
const FIRST_SERVER_ERROR = 500;

/** The error as clients see it. Details of an unexpected error are only in the log. */
export function jobError(error: unknown): JobError {
  if (!isCubitError(error))
    return { code: 'internal', message: 'Internal server error. See the server log for details.' };
  const { code, message, details } = error;
  return details.length > 0 ? { code, message, details } : { code, message };
}

/** Whether a retry is useless: client errors except conflict and rate limit. */
export function isFinal(error: unknown): boolean {
  return isCubitError(error) && error.status < FIRST_SERVER_ERROR && ![CONFLICT, RATE_LIMITED].includes(error.status);
}
