import { isCubitError } from './cubit-error.js';

const FIRST_SERVER_ERROR = 500;
/** Client errors that a retry may avoid: conflict, failed precondition and rate limit. */
const TRANSIENT_STATUSES = new Set([409, 412, 429]);

/**
 * Whether work in the background that failed, such as a job or the run of a wire, could succeed if it is tried again without a change by a person.
 * An error that is neither of the kernel nor a mistake in the code comes from outside, and may pass.
 */
export function isTransient(error: unknown): boolean {
  if (isCubitError(error)) return error.status >= FIRST_SERVER_ERROR || TRANSIENT_STATUSES.has(error.status);
  return !isMistake(error);
}

/**
 * What JavaScript throws for code that is wrong. With a cause it is of something else: the global `fetch` reports a broken connection as a
 * `TypeError`. A `SyntaxError` is mostly of text from outside.
 */
function isMistake(error: unknown): boolean {
  const isOfCode = error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;
  return isOfCode && error.cause === undefined;
}
