const MINUTES_PER_DAY = 24 * 60;
const MINUTE_MS = 60_000;

/** Whether it names a time zone (https://www.iana.org/time-zones). */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** `22:30` as minutes of the day. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** What the clocks show in a time zone, as minutes of the day. */
export function localMinutes(at: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return minutesOf(format.format(at));
}

/** The next time that the clocks show `minutes`, later than `after`. Where they are set meanwhile, the one that comes by the new time. */
export function nextLocalTime(after: Date, minutes: number, timeZone: string): Date {
  const minute = Math.floor(after.getTime() / MINUTE_MS) * MINUTE_MS;
  const wait = (minutes - localMinutes(after, timeZone) + MINUTES_PER_DAY) % MINUTES_PER_DAY || MINUTES_PER_DAY;
  const at = new Date(minute + wait * MINUTE_MS);
  const off = minutes - localMinutes(at, timeZone);
  // A clock that was set shows up to some hours more or less; a difference of a day is none.
  const shift =
    off > MINUTES_PER_DAY / 2 ? off - MINUTES_PER_DAY : off < -MINUTES_PER_DAY / 2 ? off + MINUTES_PER_DAY : off;
  const mended = new Date(at.getTime() + shift * MINUTE_MS);
  return mended > after ? mended : at;
}
