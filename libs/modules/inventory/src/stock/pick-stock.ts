import { addQuantities, type ExactQuantity, leastOf } from '@cubit/decimal';
import { heldOf } from '../stock-item/exact-fields.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';

const NEVER = '9999-12-31';

/** Opened items first, then those that expire first, then the oldest (FEFO, then FIFO). */
export function inOrderOfUse(items: readonly StockItem[]): readonly StockItem[] {
  const key = ({ id, created_at, fields: { opened_at, expires_on } }: StockItem) =>
    `${opened_at === undefined ? 1 : 0} ${expires_on ?? NEVER} ${created_at} ${id}`;
  return items
    .map((item) => ({ item, key: key(item) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ item }) => item);
}

export interface Candidate {
  readonly item: StockItem;
  /** Quantity that is not reserved for others, in plain units. */
  readonly free: ExactQuantity;
}

export interface Take {
  readonly item: StockItem;
  readonly qty: ExactQuantity;
}

/** Picks the quantity from the items in the given order. An item with a serial number is taken whole or not at all. `short` is the missing quantity. */
export function pickStock(
  candidates: readonly Candidate[],
  qty: ExactQuantity,
): { readonly takes: readonly Take[]; readonly short: ExactQuantity } {
  const takes: Take[] = [];
  let short = qty;
  for (const { item, free } of candidates) {
    if (short <= 0n) break;
    const take = leastOf(free, short);
    const isWhole = item.fields.serial === undefined || take === heldOf(item.fields);
    if (take <= 0n || !isWhole) continue;
    takes.push({ item, qty: take });
    short -= take;
  }
  return { takes, short };
}

export function totalOf(quantities: readonly number[]): number {
  return addQuantities(0, ...quantities);
}
