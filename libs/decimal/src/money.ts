import { type Decimal, decimalToText, roundDecimal } from './decimal.js';
import { DECIMAL_PLACES } from './quantity.js';

export interface Money {
  /** Decimal text, up to six places: `"12.3400"`, `"0.000506"`. */
  readonly amount: string;
  /** ISO 4217 code. */
  readonly currency: string;
}

/** Minimum number of places shown: `0.0450`, and `0.000506` if more are needed. */
const MIN_SHOWN_PLACES = 4;
const MAX_DIGITS = 15;

/** Rounds to six places, halves away from zero. The text has at least four places. */
export function toMoney(amount: Decimal, currency: string): Money {
  return { amount: decimalToText(roundDecimal(amount, DECIMAL_PLACES), MIN_SHOWN_PLACES), currency };
}

/** Whether the amount has at most fifteen digits before the point. */
export function fitsMoney(amount: Decimal): boolean {
  return (decimalToText(amount).replace('-', '').split('.')[0] ?? '').length <= MAX_DIGITS;
}
