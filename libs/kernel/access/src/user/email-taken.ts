import { type CubitError, errorOf } from '@cubit/core';

export function emailTaken(): CubitError {
  const message = 'belongs to another account.';
  return errorOf('already_exists', `The email address ${message}`, {
    details: [{ path: '/email', code: 'already_exists', message }],
  });
}
