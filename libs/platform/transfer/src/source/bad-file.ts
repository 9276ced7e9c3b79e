import { type CubitError, fail } from '@cubit/core';

/** The file as a whole is invalid; nothing of it is imported. */
export function badFile(message: string, code = 'format'): CubitError {
  return fail('validation_failed', message, { details: [{ path: '', code, message }] });
}
