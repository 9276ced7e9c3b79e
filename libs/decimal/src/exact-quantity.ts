import { type Decimal, decimalToNumber, decimalToText, divideDecimals, roundDecimal, toDecimal } from './decimal.js';
import { DECIMAL_PLACES } from './quantity.js';

/**
 * A quantity without rounding, in the plain unit of what it measures, as a whole number of parts of `10^-30`: products of six places,
 * of the definition of a unit and of a pack fit. Added, subtracted and compared with the operators of `bigint`.
 */
export type ExactQuantity = bigint;

const PLACES = 30;

export function exactFromDecimal(value: Decimal): ExactQuantity {
  const { units, scale } = roundDecimal(value, PLACES);
  return units * 10n ** BigInt(PLACES - scale);
}

/** Reads the stored text, or a number of plain units. */
export function readExact(value: string | number): ExactQuantity {
  return exactFromDecimal(toDecimal(value));
}

/** The text that is stored: `1000`, `28.349523125`. */
export function exactToText(quantity: ExactQuantity): string {
  return decimalToText(exactToDecimal(quantity));
}

export function exactToDecimal(quantity: ExactQuantity): Decimal {
  return { units: quantity, scale: PLACES };
}

/** How many times `size` is in the quantity, rounded once to the six places of a quantity. */
export function shownIn(quantity: ExactQuantity, size: Decimal): number {
  const shown = divideDecimals(exactToDecimal(quantity), size, DECIMAL_PLACES);
  return shown === undefined ? 0 : decimalToNumber(shown);
}

export function sumOfExact(quantities: readonly ExactQuantity[]): ExactQuantity {
  return quantities.reduce((sum, quantity) => sum + quantity, 0n);
}

export function leastOf(first: ExactQuantity, ...others: readonly ExactQuantity[]): ExactQuantity {
  return others.reduce((least, one) => (one < least ? one : least), first);
}

export function mostOf(first: ExactQuantity, ...others: readonly ExactQuantity[]): ExactQuantity {
  return others.reduce((most, one) => (one > most ? one : most), first);
}
