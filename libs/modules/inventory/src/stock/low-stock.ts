import { subtractDecimals } from '@cubit/core';

/** What tells whether a part is low. */
export interface StockLevel {
  readonly available: number;
  readonly min_stock?: number | undefined;
}

/** Strictly below its minimum. A part without one is never low. */
export function isLow({ available, min_stock }: StockLevel): boolean {
  return min_stock !== undefined && available < min_stock;
}

/**
 * `low` when it comes to be below its minimum, whether stock fell or the minimum was raised; `recovered` when it no longer is.
 * The two alternate. A new part has crossed nothing: one that starts below its minimum is told of once it was above it.
 */
export function crossing(before: StockLevel | null, after: StockLevel): 'low' | 'recovered' | null {
  if (before === null || isLow(before) === isLow(after)) return null;
  return isLow(after) ? 'low' : 'recovered';
}

/** From something on hand to nothing. */
export function isDepletion(before: { readonly on_hand: number } | null, after: { readonly on_hand: number }): boolean {
  return before !== null && before.on_hand > 0 && after.on_hand <= 0;
}

interface Need {
  readonly target: number;
  readonly available: number;
  readonly onOrder: number;
}

/** How much to order to be at the target again. */
export function shortfall({ target, available, onOrder }: Need): number {
  return Math.max(0, subtractDecimals(target, available, onOrder));
}
