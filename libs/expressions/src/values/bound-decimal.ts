import { compareDecimals, type Decimal, negateDecimal, roundDecimal } from '@cubit/decimal';
import { DECIMAL_PLACES, INTEGER_DIGITS } from './limits.js';

const BOUND = { units: 10n ** BigInt(INTEGER_DIGITS), scale: 0 };

/** Limits the digits of an operand on both sides of the point, so that results are limited too. */
export function boundDecimal(value: Decimal): Decimal | undefined {
  const magnitude = value.units < 0n ? negateDecimal(value) : value;
  return compareDecimals(magnitude, BOUND) < 0 ? roundDecimal(value, DECIMAL_PLACES) : undefined;
}
