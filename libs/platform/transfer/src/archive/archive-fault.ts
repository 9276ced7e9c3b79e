import { fail, isCubitError, type CubitError, type ErrorDetail } from '@cubit/core';

/** What is wrong with an archive, and where in it. */
export function badArchive(path: string, code: string, message: string): CubitError {
  return badArchiveAt([{ path, code, message }]);
}

export function badArchiveAt(details: readonly ErrorDetail[]): CubitError {
  const [first] = details;
  const place = first && first.path !== '' ? `${first.path}: ` : '';
  return fail('validation_failed', `The archive cannot be taken. ${place}${first?.message ?? ''}`, { details });
}

/** Classes of PostgreSQL's errors (appendix A) that the data is to blame for: one row twice in a statement, data exception, integrity violation, a limit of the program. */
const OF_THE_DATA = /^(?:21|22|23|54)/;
const TWICE = ['21000', '23505'];

/** What the database refuses of well-formed rows is the archive's fault as well: something twice, or a value that it does not keep. */
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

/** The `code` of an error of the database or of Node; null where it has none. */
export function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
