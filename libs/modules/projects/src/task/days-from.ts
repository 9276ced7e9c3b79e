import { DAY_MS } from '@cubit/core';

export const MAX_DAYS = 3_650;

/** The instant so many times 24 hours later, as a field holds it. */
export function daysFrom(now: Date, days: number): string {
  return new Date(now.getTime() + days * DAY_MS).toISOString();
}
