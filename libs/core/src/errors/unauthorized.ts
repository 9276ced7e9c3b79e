import { type CubitError, errorOf } from './cubit-error.js';

/** The same error for every kind of invalid credential, so that the response does not reveal which kind it is. */
export function unauthorized(challenge = 'Bearer'): CubitError {
  return errorOf('unauthorized', 'A valid credential is required.', { headers: { 'www-authenticate': challenge } });
}
