import type { Part } from '../part/part.kind.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The last day of stock that comes in now; undefined for a part that keeps. */
export function expiryOf({ fields: { shelf_life_days } }: Part, now: Date): string | undefined {
  if (shelf_life_days === undefined) return undefined;
  return new Date(now.getTime() + shelf_life_days * DAY_MS).toISOString().slice(0, 10);
}
