import { isConnectionFault, isCubitError } from '@cubit/core';
import type { JobError } from './job-row.js';

const CONFLICT = 409;
const RATE_LIMITED = 429;
const FIRST_OF_SERVER = 500;
const UNAVAILABLE = 503;

/** What of an error people may see; anything unexpected is told to the log alone. */
export function jobError(error: unknown): JobError {
  if (!isCubitError(error))
    return { code: 'internal', message: 'The job failed by a defect of the server; its log has the particulars.' };
  const { code, message, details } = error;
  return details.length > 0 ? { code, message, details } : { code, message };
}

/** The caller's own mistake: another attempt would end the same. A conflict may have gone by then. */
export function isFinal(error: unknown): boolean {
  return isCubitError(error) && error.status < FIRST_OF_SERVER && ![CONFLICT, RATE_LIMITED].includes(error.status);
}

/** The database was away for a moment, which is no failure of the job. */
export function isWeather(error: unknown): boolean {
  return isConnectionFault(error) || (isCubitError(error) && error.status === UNAVAILABLE);
}
