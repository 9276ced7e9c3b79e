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

/** A level with the mark of a part that is low. */
interface MarkedLevel extends StockLevel {
  readonly low_since?: string | undefined;
}

/**
 * Whether a write of a part makes it low: its stock fell below the minimum, or the minimum was raised. Creating a part makes nothing low, since
 * its stock is entered next: its first posting marks it (`writePosting`).
 */
export function becomesLow(before: MarkedLevel, after: StockLevel): boolean {
  if (before.low_since !== undefined || !isLow(after)) return false;
  return !isLow(before) || (after.min_stock ?? 0) > (before.min_stock ?? 0);
}

/** `low` when the part was marked as low, `recovered` when it no longer is; they alternate. `stocked` when its first stock is enough. */
export function levelChange(before: MarkedLevel, after: MarkedLevel): 'low' | 'recovered' | 'stocked' | null {
  const [was, is] = [before.low_since !== undefined, after.low_since !== undefined];
  if (was !== is) return is ? 'low' : 'recovered';
  return !is && isLow(before) && !isLow(after) ? 'stocked' : null;
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
