const MINUTES_PER_DAY = 24 * 60;
const MINUTE_MS = 60_000;

/** Whether `name` is an IANA time zone (https://www.iana.org/time-zones). */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Converts `22:30` to minutes since midnight. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Local time in a time zone, as minutes since midnight. */
export function localMinutes(at: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return minutesOf(format.format(at));
}

/** The next time after `after` at which the local time is `minutes`. Uses the new offset if daylight saving time changes in between. */
export function nextLocalTime(after: Date, minutes: number, timeZone: string): Date {
  const minute = Math.floor(after.getTime() / MINUTE_MS) * MINUTE_MS;
  const wait = (minutes - localMinutes(after, timeZone) + MINUTES_PER_DAY) % MINUTES_PER_DAY || MINUTES_PER_DAY;
  const at = new Date(minute + wait * MINUTE_MS);
  const off = minutes - localMinutes(at, timeZone);
  // A change of the offset is a few hours at most; a larger difference is a wrap around midnight.
  const shift =
    off > MINUTES_PER_DAY / 2 ? off - MINUTES_PER_DAY : off < -MINUTES_PER_DAY / 2 ? off + MINUTES_PER_DAY : off;
  const corrected = new Date(at.getTime() + shift * MINUTE_MS);
  return corrected > after ? corrected : at;
}
