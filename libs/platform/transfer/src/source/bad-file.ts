import { fail, type CubitError } from '@cubit/core';

/** The file as a whole is not what it should be; nothing of it is taken. */
export function badFile(message: string, code = 'format'): CubitError {
  return fail('validation_failed', message, { details: [{ path: '', code, message }] });
}
