const MINUTE_MS = 60_000;
const UNITS = [
  ['year', 365.25 * 24 * 60 * MINUTE_MS],
  ['month', 30.44 * 24 * 60 * MINUTE_MS],
  ['week', 7 * 24 * 60 * MINUTE_MS],
  ['day', 24 * 60 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
] as const;

/** `3 hours ago`, `in 2 days`, `now` below a minute. */
export function relativeTime(at: Date, now: Date, locale?: string): string {
  const difference = at.getTime() - now.getTime();
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const [unit, length] = UNITS.find(([, length]) => Math.abs(difference) >= length) ?? ['second', Infinity];
  return length === Infinity ? format.format(0, 'second') : format.format(Math.trunc(difference / length), unit);
}

export function exactTime(at: Date, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}
