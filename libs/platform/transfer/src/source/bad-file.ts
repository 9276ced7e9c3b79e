import { type CubitError, errorOf } from '@cubit/core';

/** The file as a whole is invalid; nothing of it is imported. */
export function badFile(message: string, code = 'format'): CubitError {
  return errorOf('validation_failed', message, { details: [{ path: '', code, message }] });
}
