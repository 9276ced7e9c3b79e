import { addDecimals, DECIMAL_LIMIT, subtractDecimals } from '@cubit/core';
import { addWorth, isExpressible, negateWorth, worthOf, type Worth } from './worth.js';
import { countsAsOnHand, isUsable } from '../stock-item/stock-status.js';
import type { StockItem } from '../stock-item/stock-item.kind.js';

/** What a part has, or how that changes. */
export interface StockTotals {
  /** Of items that are there: not lost, destroyed, rejected, installed in another or out on loan. */
  readonly onHand: number;
  /** Of items that are there and in order (ok, attention, returned). */
  readonly usable: number;
  /** Promised by active reservations and not yet taken. */
  readonly reserved: number;
  readonly worth: readonly Worth[];
}

export const NOTHING: StockTotals = { onHand: 0, usable: 0, reserved: 0, worth: [] };

/** What may be taken or promised. Below zero where more is promised than there is. */
export function availableOf({ usable, reserved }: StockTotals): number {
  return subtractDecimals(usable, reserved);
}

/** What one stock item adds to its part. */
export function holdingOf({ qty, status, installed_in, loan, unit_cost }: StockItem['fields']): StockTotals {
  if (installed_in !== undefined || loan !== undefined || !countsAsOnHand(status)) return NOTHING;
  return { onHand: qty, usable: isUsable(status) ? qty : 0, reserved: 0, worth: worthOf(qty, unit_cost) };
}

/** What of an item may be taken. */
export function usableOf({ fields }: StockItem): number {
  return holdingOf(fields).usable;
}

export function addTotals(one: StockTotals, other: StockTotals): StockTotals {
  return {
    onHand: addDecimals(one.onHand, other.onHand),
    usable: addDecimals(one.usable, other.usable),
    reserved: addDecimals(one.reserved, other.reserved),
    worth: addWorth(one.worth, other.worth),
  };
}

export function subtractTotals(from: StockTotals, other: StockTotals): StockTotals {
  return {
    onHand: subtractDecimals(from.onHand, other.onHand),
    usable: subtractDecimals(from.usable, other.usable),
    reserved: subtractDecimals(from.reserved, other.reserved),
    worth: addWorth(from.worth, negateWorth(other.worth)),
  };
}

/** Whether on-hand, reserved or available quantity change. */
export function changesQuantity({ onHand, usable, reserved }: StockTotals): boolean {
  return onHand !== 0 || reserved !== 0 || usable !== reserved;
}

export function isEmpty(totals: StockTotals): boolean {
  return !changesQuantity(totals) && totals.usable === 0 && totals.worth.length === 0;
}

/** Whether a part can keep them: quantities as decimals, worth as money. */
export function isWithinLimits(totals: StockTotals): boolean {
  const { onHand, usable, reserved, worth } = totals;
  const quantities = [onHand, usable, reserved, availableOf(totals)];
  return quantities.every((quantity) => Math.abs(quantity) <= DECIMAL_LIMIT) && isExpressible(worth);
}
