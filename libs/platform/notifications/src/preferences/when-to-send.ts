import type { Digest } from '../tables/schema.js';
import { localMinutes, minutesOf, nextLocalTime } from './local-time.js';

const HOUR_MS = 60 * 60_000;
/** Local time of daily digests. */
const DAILY_AT = minutesOf('08:00');

export interface QuietHours {
  readonly time_zone: string;
  /** `22:00`; null: none. */
  readonly quiet_from: string | null;
  readonly quiet_to: string | null;
}

/** End of the current quiet hours; null outside quiet hours. */
export function quietUntil(now: Date, { time_zone, quiet_from, quiet_to }: QuietHours): Date | null {
  if (quiet_from === null || quiet_to === null) return null;
  const [from, to, local] = [minutesOf(quiet_from), minutesOf(quiet_to), localMinutes(now, time_zone)];
  const isQuiet = from < to ? from <= local && local < to : local >= from || local < to;
  return isQuiet ? nextLocalTime(now, to, time_zone) : null;
}

/** Time at which the next digest is sent. */
export function digestTime(now: Date, digest: Exclude<Digest, 'off'>, timeZone: string): Date {
  if (digest === 'hourly') return new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);
  return nextLocalTime(now, DAILY_AT, timeZone);
}
