import { CelError } from './cel-error.js';
import { boundDecimal } from '../values/bound-decimal.js';
import { compareDecimals, type Decimal, parseDecimal } from '@cubit/decimal';
import { DECIMAL_PLACES, INTEGER_DIGITS } from '../values/limits.js';

/** Read from the source, because the double of the parser is exact only to 16 digits. */
export function readNumberLiteral(source: string, position: number): Decimal {
  const text = source.replace(/[uU]$/, '');
  const value = /^0[xX]/.test(text) ? { units: BigInt(text), scale: 0 } : parseDecimal(text);
  const bounded = value === undefined ? undefined : boundDecimal(value);
  if (value === undefined || bounded === undefined) {
    throw new CelError('limit', `A number may have ${INTEGER_DIGITS} digits before the point.`, position);
  }
  if (compareDecimals(value, bounded) !== 0) {
    throw new CelError('limit', `A number may have ${DECIMAL_PLACES} decimal places.`, position);
  }
  return bounded;
}
