/** Maximum absolute value of a `decimal` field: with six places, the scaled value stays below 2^53 and is exact as a double. */
export const DECIMAL_LIMIT = 1e9;
/** Decimal places of quantities and of money. */
export const DECIMAL_PLACES = 6;

const SCALE = 10 ** DECIMAL_PLACES;

/** One in millionths: the unit of computations in which products and quotients must be exact. */
export const MICRO = BigInt(SCALE);

/** Rounds to six places. */
export function roundQuantity(value: number): number {
  return Math.round(value * SCALE) / SCALE;
}

/** Adds in scaled whole numbers, so that the sum is exact: 0.1 + 0.2 is 0.3. */
export function addQuantities(...values: readonly number[]): number {
  return values.reduce((sum, value) => sum + Math.round(value * SCALE), 0) / SCALE;
}

export function subtractQuantities(from: number, ...values: readonly number[]): number {
  return addQuantities(from, ...values.map((value) => -value));
}

/** A quantity in millionths. */
export function toMicro(value: number): bigint {
  return BigInt(Math.round(value * SCALE));
}

export function fromMicro(value: bigint): number {
  return Number(value) / SCALE;
}

export function divideRoundingUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
