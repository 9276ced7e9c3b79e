import { DAY_MS } from '@cubit/core';
import { itemTotals } from '../stock/stock-totals.js';
import type { StockItem } from './stock-item.fields.js';
import type { Part } from '../part/part.fields.js';

/** Expiry date of stock added now; undefined for a part without a shelf life. */
export function expiryOf({ fields: { shelf_life_days } }: Part, now: Date): string | undefined {
  if (shelf_life_days === undefined) return undefined;
  return new Date(now.getTime() + shelf_life_days * DAY_MS).toISOString().slice(0, 10);
}

/** Start of the day on which the item expires, while the expiring event is still to be emitted: once per date, and only for stock on hand. */
export function expiryFrom(fields: StockItem['fields']): string | undefined {
  const { expires_on, expiry_told } = fields;
  const isDue = expires_on !== undefined && expires_on !== expiry_told && itemTotals(fields).onHand > 0n;
  return isDue ? `${expires_on}T00:00:00.000Z` : undefined;
}
