import type { ErrorEntry } from './catalogue.js';
import { CubitError, type ErrorDetail } from './cubit-error.js';

export interface ModuleErrors<Code extends string = string> {
  readonly entries: Readonly<Record<Code, ErrorEntry>>;
  /** Throws an error with a declared code. */
  fail(code: Code, message: string, details?: readonly ErrorDetail[]): never;
  /** Creates an error with a declared code, where a value is needed. */
  errorOf(code: Code, message: string, details?: readonly ErrorDetail[]): CubitError;
}

/**
 * Declares a module's error codes, each `<module>_<name>`: `defineErrors({ purchases_over_receipt: { status: 409, meaning } })`.
 */
export function defineErrors<const Code extends string>(
  entries: Readonly<Record<Code, ErrorEntry>>,
): ModuleErrors<Code> {
  const errorOf: ModuleErrors<Code>['errorOf'] = (code, message, details = []) =>
    new CubitError({ code, status: entries[code].status }, message, { details });
  return {
    entries,
    errorOf,
    fail: (code, message, details) => {
      throw errorOf(code, message, details);
    },
  };
}
