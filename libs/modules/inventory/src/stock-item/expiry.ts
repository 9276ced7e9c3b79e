import { DAY_MS } from '@cubit/core';
import { holdingOf } from '../stock/stock-totals.js';
import type { StockItem } from './stock-item.kind.js';
import type { Part } from '../part/part.kind.js';

/** The last day of stock that comes in now; undefined for a part that keeps. */
export function expiryOf({ fields: { shelf_life_days } }: Part, now: Date): string | undefined {
  if (shelf_life_days === undefined) return undefined;
  return new Date(now.getTime() + shelf_life_days * DAY_MS).toISOString().slice(0, 10);
}

/** From when on people are to be told that it expires: once per date, and only of what is there. */
export function expiryFrom(fields: StockItem['fields']): string | undefined {
  const { expires_on, expiry_told } = fields;
  const isDue = expires_on !== undefined && expires_on !== expiry_told && holdingOf(fields).onHand > 0;
  return isDue ? `${expires_on}T00:00:00.000Z` : undefined;
}
