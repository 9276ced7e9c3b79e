import { validationFailed } from '../errors/cubit-error.js';
import { FIRST_INSTANT, LAST_INSTANT } from './formats.js';

/**
 * Formats a computed time (ms since 1970) for a `datetime` field. Throws `422` at `path`, the field that it was computed from, if
 * the time is outside the years 1 to 9999.
 */
export function storedInstant(ms: number, path: string): string {
  if (ms >= FIRST_INSTANT && ms <= LAST_INSTANT) return new Date(ms).toISOString();
  const [code, message] =
    ms < FIRST_INSTANT
      ? ['too_small', 'leads to a time before the year 1.']
      : ['too_large', 'leads to a time past the year 9999.'];
  throw validationFailed([{ path, code, message }]);
}
