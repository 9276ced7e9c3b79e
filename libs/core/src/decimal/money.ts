import { type Decimal, decimalOf, decimalText, parseDecimal, roundDecimal } from '../cel/decimal.js';
import { DECIMAL_PLACES, type Money } from '../contract/field.js';

/** Of an amount that is told: more only where they are needed, `0.0450` and `0.000506`. */
const SHOWN_PLACES = 4;
const MAX_DIGITS = 15;

export const NOTHING: Decimal = { units: 0n, scale: 0 };

/** Of an amount as text, or of a quantity: the shortest decimal that names it. Throws RangeError for what is no number. */
export function exactly(value: string | number): Decimal {
  const exact = typeof value === 'string' ? parseDecimal(value) : decimalOf(value);
  if (exact === undefined) throw new RangeError(`'${value}' is no decimal number.`);
  return exact;
}

/** To the six places that money is kept in, halves away from zero; shown with four unless it needs more. */
export function moneyFrom(amount: Decimal, currency: string): Money {
  return { amount: decimalText(roundDecimal(amount, DECIMAL_PLACES), SHOWN_PLACES), currency };
}

/** Whether it can be written as money: fifteen digits before the point. */
export function isExpressible(amount: Decimal): boolean {
  return (decimalText(amount).replace('-', '').split('.')[0] ?? '').length <= MAX_DIGITS;
}
