import { DECIMAL_PLACES } from '../contract/field.js';

const SCALE = 10 ** DECIMAL_PLACES;

/**
 * To six places. A decimal field's values stay below 2^53 when scaled by them, so sums made in scaled whole numbers are exact:
 * 0.1 + 0.2 is 0.3.
 */
export function roundDecimal(value: number): number {
  return Math.round(value * SCALE) / SCALE;
}

export function addDecimals(...values: readonly number[]): number {
  return values.reduce((sum, value) => sum + Math.round(value * SCALE), 0) / SCALE;
}

export function subtractDecimals(from: number, ...values: readonly number[]): number {
  return addDecimals(from, ...values.map((value) => -value));
}
