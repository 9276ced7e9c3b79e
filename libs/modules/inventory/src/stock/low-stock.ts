import { subtractQuantities } from '@cubit/decimal';

/** The fields that decide whether the stock of a part is low. */
export interface StockLevel {
  readonly available: number;
  readonly min_stock?: number | undefined;
}

/** Strictly below its minimum. A part without one is never low. */
export function isLow({ available, min_stock }: StockLevel): boolean {
  return min_stock !== undefined && available < min_stock;
}

/**
 * `low` when the stock becomes less than the minimum, because stock fell or the minimum was raised; `recovered` when it no longer is.
 * The two alternate. Creating a part crosses nothing: the first stock of a part that starts below its minimum is no recovery (`low_since`).
 */
export function crossing(before: StockLevel | null, after: StockLevel): 'low' | 'recovered' | null {
  if (before === null || isLow(before) === isLow(after)) return null;
  return isLow(after) ? 'low' : 'recovered';
}

/** Whether the quantity on hand fell to zero. */
export function isDepletion(before: { readonly on_hand: number } | null, after: { readonly on_hand: number }): boolean {
  return before !== null && before.on_hand > 0 && after.on_hand <= 0;
}

interface Need {
  readonly target: number;
  readonly available: number;
  readonly onOrder: number;
}

/** Quantity to order to reach the target again. */
export function shortfall({ target, available, onOrder }: Need): number {
  return Math.max(0, subtractQuantities(target, available, onOrder));
}
