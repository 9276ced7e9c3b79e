import { DECIMAL_LIMIT, type ExactQuantity, exactToText, readExact } from '@cubit/decimal';
import type { Part } from '../part/part.fields.js';
import { exactOfPart, type MeasuredPart, shownOfPart } from '../part/unit.js';
import { addValues, isExpressible, negateValues, stockValueOf, type StockValue } from './stock-value.js';
import { costOfItem, heldOf } from '../stock-item/exact-fields.js';
import { countsAsOnHand, isUsable } from '../stock-item/stock-status.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';

/** Stock totals of a part, or a change of them, in plain units. */
export interface StockTotals {
  /** Of items that are not lost, destroyed, rejected, installed in another item or on loan. */
  readonly onHand: ExactQuantity;
  /** Of items on hand with a usable status (ok, attention, returned). */
  readonly usable: ExactQuantity;
  /** In open reservations and not yet used. */
  readonly reserved: ExactQuantity;
  readonly worth: readonly StockValue[];
}

export const NO_STOCK: StockTotals = { onHand: 0n, usable: 0n, reserved: 0n, worth: [] };

/** Quantity that can be used or reserved. Negative if more is reserved than there is. */
export function availableOf({ usable, reserved }: Pick<StockTotals, 'usable' | 'reserved'>): ExactQuantity {
  return usable - reserved;
}

/** Contribution of one stock item to the totals of its part. */
export function itemTotals(fields: StockItem['fields']): StockTotals {
  const { status, installed_in, loan } = fields;
  if (installed_in !== undefined || loan !== undefined || !countsAsOnHand(status)) return NO_STOCK;
  const held = heldOf(fields);
  const usable = isUsable(status) ? held : 0n;
  return { onHand: held, usable, reserved: 0n, worth: stockValueOf(held, costOfItem(fields)) };
}

/** Usable quantity of an item. */
export function usableOf({ fields }: StockItem): ExactQuantity {
  return itemTotals(fields).usable;
}

export function addTotals(one: StockTotals, other: StockTotals): StockTotals {
  return {
    onHand: one.onHand + other.onHand,
    usable: one.usable + other.usable,
    reserved: one.reserved + other.reserved,
    worth: addValues(one.worth, other.worth),
  };
}

export function subtractTotals(from: StockTotals, other: StockTotals): StockTotals {
  return {
    onHand: from.onHand - other.onHand,
    usable: from.usable - other.usable,
    reserved: from.reserved - other.reserved,
    worth: addValues(from.worth, negateValues(other.worth)),
  };
}

/** Whether the quantity on hand, reserved or available changes. */
export function changesQuantity({ onHand, usable, reserved }: StockTotals): boolean {
  return onHand !== 0n || reserved !== 0n || usable !== reserved;
}

export function isEmpty(totals: StockTotals): boolean {
  return !changesQuantity(totals) && totals.usable === 0n && totals.worth.length === 0;
}

/** The totals of a part. An earlier version wrote only what is shown of them. */
export function totalsOfPart(owner: MeasuredPart): StockTotals {
  const { exact, on_hand, available, reserved, worth = [] } = owner.fields;
  if (exact)
    return {
      onHand: readExact(exact.on_hand),
      usable: readExact(exact.usable),
      reserved: readExact(exact.reserved),
      worth,
    };
  const kept = exactOfPart(owner, reserved);
  return { onHand: exactOfPart(owner, on_hand), usable: exactOfPart(owner, available) + kept, reserved: kept, worth };
}

/** Quantity of the part that can be used or reserved, in plain units. */
export function availableOfPart(owner: MeasuredPart): ExactQuantity {
  return availableOf(totalsOfPart(owner));
}

/** The fields of a part that have its totals. Without stock and worth, the part has no `exact`, as before its first stock. */
export function quantityFields(owner: MeasuredPart, totals: StockTotals): Partial<Part['fields']> {
  const { onHand, usable, reserved } = totals;
  return {
    on_hand: shownOfPart(owner, onHand),
    reserved: shownOfPart(owner, reserved),
    available: shownOfPart(owner, availableOf(totals)),
    ...(isEmpty(totals)
      ? {}
      : { exact: { on_hand: exactToText(onHand), usable: exactToText(usable), reserved: exactToText(reserved) } }),
  };
}

/** Whether the totals fit the fields of the part: quantities as decimals, values as money. */
export function isWithinLimits(owner: MeasuredPart, totals: StockTotals): boolean {
  const { onHand, usable, reserved, worth } = totals;
  const quantities = [onHand, usable, reserved, availableOf(totals)].map((quantity) => shownOfPart(owner, quantity));
  return quantities.every((quantity) => Math.abs(quantity) <= DECIMAL_LIMIT) && isExpressible(worth);
}
