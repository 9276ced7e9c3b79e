import { fail, type CubitError } from '../errors/cubit-error.js';

/** The one answer to every sort of bad credential: which of them it was is nobody's business. */
export function unauthorized(): CubitError {
  return fail('unauthorized', 'A valid credential is required.', { headers: { 'www-authenticate': 'Bearer' } });
}
