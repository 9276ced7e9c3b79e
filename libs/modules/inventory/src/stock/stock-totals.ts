import { addQuantities, DECIMAL_LIMIT, subtractQuantities } from '@cubit/decimal';
import { addValues, isExpressible, negateValues, stockValueOf, type StockValue } from './stock-value.js';
import { costOfItem, heldOf } from '../stock-item/exact-fields.js';
import { countsAsOnHand, isUsable } from '../stock-item/stock-status.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';

/** Stock totals of a part, or a change of them. */
export interface StockTotals {
  /** Of items that are not lost, destroyed, rejected, installed in another item or on loan. */
  readonly onHand: number;
  /** Of items on hand with a usable status (ok, attention, returned). */
  readonly usable: number;
  /** In open reservations and not yet used. */
  readonly reserved: number;
  readonly worth: readonly StockValue[];
}

export const NO_STOCK: StockTotals = { onHand: 0, usable: 0, reserved: 0, worth: [] };

/** Quantity that can be used or reserved. Negative if more is reserved than there is. */
export function availableOf({ usable, reserved }: StockTotals): number {
  return subtractQuantities(usable, reserved);
}

/** Contribution of one stock item to the totals of its part. */
export function itemTotals(fields: StockItem['fields']): StockTotals {
  const { qty, status, installed_in, loan } = fields;
  if (installed_in !== undefined || loan !== undefined || !countsAsOnHand(status)) return NO_STOCK;
  return {
    onHand: qty,
    usable: isUsable(status) ? qty : 0,
    reserved: 0,
    worth: stockValueOf(heldOf(fields), costOfItem(fields)),
  };
}

/** Usable quantity of an item. */
export function usableOf({ fields }: StockItem): number {
  return itemTotals(fields).usable;
}

export function addTotals(one: StockTotals, other: StockTotals): StockTotals {
  return {
    onHand: addQuantities(one.onHand, other.onHand),
    usable: addQuantities(one.usable, other.usable),
    reserved: addQuantities(one.reserved, other.reserved),
    worth: addValues(one.worth, other.worth),
  };
}

export function subtractTotals(from: StockTotals, other: StockTotals): StockTotals {
  return {
    onHand: subtractQuantities(from.onHand, other.onHand),
    usable: subtractQuantities(from.usable, other.usable),
    reserved: subtractQuantities(from.reserved, other.reserved),
    worth: addValues(from.worth, negateValues(other.worth)),
  };
}

/** Whether the quantity on hand, reserved or available changes. */
export function changesQuantity({ onHand, usable, reserved }: StockTotals): boolean {
  return onHand !== 0 || reserved !== 0 || usable !== reserved;
}

export function isEmpty(totals: StockTotals): boolean {
  return !changesQuantity(totals) && totals.usable === 0 && totals.worth.length === 0;
}

/** Whether the totals fit the fields of a part: quantities as decimals, values as money. */
export function isWithinLimits(totals: StockTotals): boolean {
  const { onHand, usable, reserved, worth } = totals;
  const quantities = [onHand, usable, reserved, availableOf(totals)];
  return quantities.every((quantity) => Math.abs(quantity) <= DECIMAL_LIMIT) && isExpressible(worth);
}
