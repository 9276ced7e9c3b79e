import { type CubitError, errorOf, isCubitError } from '@cubit/core';
import { isStatementTimeout, type Outage, outageOf } from './faults.js';

interface UnavailableAnswer {
  readonly message: string;
  readonly retryAfterS: number;
}

const UNREACHABLE: UnavailableAnswer = { message: 'The database is temporarily unreachable.', retryAfterS: 1 };
const OUTAGE_ANSWERS: Readonly<Record<Outage, UnavailableAnswer>> = {
  misconfigured: UNREACHABLE,
  away: UNREACHABLE,
  locked: { message: 'Another transaction held a lock on the same data for too long.', retryAfterS: 1 },
  contended: { message: 'Concurrent changes of the same data made every attempt fail.', retryAfterS: 1 },
  full: { message: 'The server has no free disk space, memory or connections.', retryAfterS: 10 },
  read_only: { message: 'The database is read-only at the moment.', retryAfterS: 10 },
};
const TOO_SLOW: UnavailableAnswer = { message: 'The database did not respond in time.', retryAfterS: 5 };

/** Converts an outage to `503 unavailable`, so that the client retries. Returns other errors unchanged. */
export function asUnavailable(error: unknown): unknown {
  const outage = outageOf(error);
  return outage === null ? error : unavailableError(OUTAGE_ANSWERS[outage], error);
}

/**
 * As `asUnavailable`, and also converts statement timeouts. For responses to clients only: background work counts a timeout as a
 * failure, because it may time out again.
 */
export function asClientError(error: unknown): unknown {
  return isStatementTimeout(error) ? unavailableError(TOO_SLOW, error) : asUnavailable(error);
}

/** Whether the work failed because of an outage, so that it is retried and not counted as a failure. */
export function isUnavailable(error: unknown): boolean {
  return isCubitError(error) ? error.code === 'unavailable' : outageOf(error) !== null;
}

/** Converts a statement timeout of a query that the client wrote: the client has to change the query. */
export function asTooCostly(error: unknown, mend: string): unknown {
  if (!isStatementTimeout(error)) return error;
  return errorOf('query_too_costly', `The query exceeds its time limit: ${mend}.`, { cause: error });
}

function unavailableError({ message, retryAfterS }: UnavailableAnswer, cause: unknown): CubitError {
  return errorOf('unavailable', message, { headers: { 'retry-after': String(retryAfterS) }, cause });
}
