import { fail, type CubitError } from '../errors/cubit-error.js';

export function emailTaken(): CubitError {
  const message = 'belongs to another account.';
  return fail('already_exists', `The email address ${message}`, {
    details: [{ path: '/email', code: 'already_exists', message }],
  });
}
