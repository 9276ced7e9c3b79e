import { type CubitError, type ErrorDetail, errorOf, isCubitError } from '@cubit/core';

/** An error of an archive, with the place in the archive. */
export function badArchive(path: string, code: string, message: string): CubitError {
  return badArchiveAt([{ path, code, message }]);
}

export function badArchiveAt(details: readonly ErrorDetail[]): CubitError {
  const [first] = details;
  const place = first && first.path !== '' ? `${first.path}: ` : '';
  return errorOf('validation_failed', `The archive cannot be imported. ${place}${first?.message ?? ''}`, { details });
}

/** Classes of PostgreSQL errors (appendix A) that the data causes: a row twice in a statement, data exception, integrity violation, program limit. */
const OF_THE_DATA = /^(?:21|22|23|54)/;
const TWICE = ['21000', '23505'];

/** Turns database errors that the data causes, such as duplicates, into faults of the archive. */
export function asArchiveFault(error: unknown, place: string): unknown {
  const code = codeOf(error);
  if (isCubitError(error) || code === null || !OF_THE_DATA.test(code)) return error;
  const twice = TWICE.includes(code);
  return badArchive(
    place,
    twice ? 'already_exists' : 'invalid',
    twice ? 'Something is there twice from here on.' : 'A value from here on cannot be kept.',
  );
}

/** The `code` of an error of the database or Node; null without one. */
export function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
