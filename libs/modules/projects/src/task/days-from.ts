import { DAY_MS } from '@cubit/core';

export const MAX_DAYS = 3_650;

/** The instant `days` times 24 hours later, in the format of a field. */
export function daysFrom(now: Date, days: number): string {
  return new Date(now.getTime() + days * DAY_MS).toISOString();
}
