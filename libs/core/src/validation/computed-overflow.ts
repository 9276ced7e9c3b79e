import type { ErrorDetail } from '../errors/cubit-error.js';

/** Years beyond 9999, which `Date` writes with a sign and six digits. */
const FAR_YEAR = /^[+-]\d{6}/;
const LONG_AMOUNT = /^-?\d{16,}(\.|$)/;

/**
 * Describes a computed value (a sum, a product, a time) that has the right form and is out of range, as a fault for the caller.
 * Returns null for any other fault, which is a defect of the module that computed the value.
 */
export function computedOverflow(fault: ErrorDetail, whole: unknown): ErrorDetail | null {
  if (fault.code === 'too_large' || fault.code === 'too_small') return fault;
  const value = valueAt(whole, fault.path);
  if (fault.code !== 'format' || typeof value !== 'string') return null;
  if (FAR_YEAR.test(value)) return { ...fault, code: 'too_large', message: 'results in a time after the year 9999.' };
  return LONG_AMOUNT.test(value)
    ? { ...fault, code: 'too_large', message: 'results in a value that is too large to store.' }
    : null;
}

function valueAt(whole: unknown, path: string): unknown {
  return path
    .split('/')
    .slice(1)
    .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name], whole);
}
