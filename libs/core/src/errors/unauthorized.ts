import { type CubitError, fail } from './cubit-error.js';

/** The same error for every kind of invalid credential, so that the response does not reveal which kind it is. */
export function unauthorized(): CubitError {
  return fail('unauthorized', 'A valid credential is required.', { headers: { 'www-authenticate': 'Bearer' } });
}
