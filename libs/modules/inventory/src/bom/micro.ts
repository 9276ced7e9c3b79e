import { DECIMAL_PLACES } from '@cubit/core';

/** One, in millionths: what quantities are reckoned in where products and quotients must be exact. */
export const MICRO = 10n ** BigInt(DECIMAL_PLACES);

export function toMicro(value: number): bigint {
  return BigInt(Math.round(value * Number(MICRO)));
}

export function fromMicro(value: bigint): number {
  return Number(value) / Number(MICRO);
}

export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
