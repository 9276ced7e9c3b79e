const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ISO_DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const NAMED = /^(\d{1,2})[-\s./]+([a-z]{3})[a-z]*\.?[-\s./,]+(\d{2}|\d{4})$/i;
const AMERICAN_NAMED = /^([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})$/i;
const YEAR_FIRST = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
/** Two numbers and a year, or with `ymd` a short year and two numbers. */
const NUMBERS = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})$/;
/** A day and a time of day: `25/11/2020 2:30 PM`, `2020-11-25T14:30:00.5+01:00`. */
const TIMED =
  /^(\S.*?)(?:\s*,\s*|\s+|T)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(?:([ap])\.?m\.?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i;

/** The order in which a column has the parts of its dates. */
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** What a date tells about the order of its column. `either`: it is another day in another order. */
export type DateSign = DateOrder | 'either' | 'none';

/** How programs write that there is no date. */
const NO_YEARS = new Set([0, 1]);
const NOON = 12;

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

interface Timed {
  readonly day: string;
  /** Null: a day alone. */
  readonly time: { readonly hour: number; readonly rest: string; readonly zone: string } | null;
}

function partsOf(text: string): Timed | null {
  const [, day, hour, minute = '', second = '00', fraction = '0', half, zone = 'Z'] = TIMED.exec(text) ?? [];
  if (day === undefined) return { day: text, time: null };
  const hours = Number(hour);
  if (half !== undefined && (hours < 1 || hours > NOON)) return null;
  const inDay = half === undefined ? hours : (hours % NOON) + (half.toLowerCase() === 'p' ? NOON : 0);
  const offset = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const rest = `${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}`;
  return { day, time: { hour: inDay, rest, zone: offset === 'UTC' ? 'Z' : offset } };
}

/** Dots are day first. A short year may be at either end of a date with dashes, and is at the end of others. */
export function dateSignOf(text: string): DateSign {
  const [, one = '', mark, other = '', last = ''] = NUMBERS.exec(partsOf(text.trim())?.day ?? '') ?? [];
  if (mark === undefined) return 'none';
  const days = DATE_ORDERS.flatMap((order) => {
    if (order !== 'dmy' && (mark === '.' || (order === 'ymd' && (mark !== '-' || last.length > 2)))) return [];
    const day = dayOfNumbers([one, other, last], order);
    return typeof day === 'string' ? [{ order, day }] : [];
  });
  const [first] = days;
  if (!first) return 'none';
  if (days.length === 1) return first.order;
  return days.every(({ day }) => day === first.day) ? 'none' : 'either';
}

/**
 * The day of a date in a common format, `2026-01-31`; null for one that means none; undefined if it is no date in the order of its column.
 * Order null: nothing tells it, so a date that is two days has none.
 */
export function dateOf(text: string, order: DateOrder | null): string | null | undefined {
  return dayOf(partsOf(text)?.day ?? '', order);
}

/** An instant, in UTC where the text names no time zone; null for one that means none; undefined if it is none. */
export function instantOf(text: string, order: DateOrder | null): string | null | undefined {
  const parts = partsOf(text);
  const date = dayOf(parts?.day ?? '', order);
  if (!parts?.time || typeof date !== 'string') return typeof date === 'string' ? `${date}T00:00:00.000Z` : date;
  const { hour, rest, zone } = parts.time;
  const at = Date.parse(`${date}T${String(hour).padStart(2, '0')}:${rest}${zone}`);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

/** Whether the text has a time of day that a date does not keep. */
export function hasTime(text: string): boolean {
  const time = partsOf(text)?.time;
  return time !== null && time !== undefined && !(time.hour === 0 && /^00:00\.0+$/.test(time.rest));
}

function dayOf(text: string, order: DateOrder | null): string | null | undefined {
  const named = NAMED.exec(text);
  if (named) return formatted({ day: Number(named[1]), month: monthOf(named[2]), year: yearOf(named[3]) });
  const american = AMERICAN_NAMED.exec(text);
  if (american) return formatted({ day: Number(american[2]), month: monthOf(american[1]), year: yearOf(american[3]) });
  const first = ISO_DAY.exec(text) ?? YEAR_FIRST.exec(text) ?? COMPACT.exec(text);
  if (first) return formatted({ year: Number(first[1]), month: Number(first[2]), day: Number(first[3]) });
  const numbers = NUMBERS.exec(text);
  if (!numbers) return undefined;
  const [, one = '', mark, other = '', last = ''] = numbers;
  // The order of the column goes first: what does not fit in it is no date. A year of four digits at the end is not first.
  const known = mark === '.' ? 'dmy' : order === 'ymd' && last.length > 2 ? null : order;
  if (known !== null) return dayOfNumbers([one, other, last], known);
  const sign = dateSignOf(text);
  if (sign === 'either') return undefined;
  return dayOfNumbers([one, other, last], sign === 'none' ? 'dmy' : sign);
}

function dayOfNumbers(
  [one, other, last]: readonly [string, string, string],
  order: DateOrder,
): string | null | undefined {
  if (order === 'ymd') return formatted({ year: yearOf(one), month: Number(other), day: Number(last) });
  const [day, month] = order === 'mdy' ? [other, one] : [one, other];
  return formatted({ year: yearOf(last), month: Number(month), day: Number(day) });
}

function monthOf(name = ''): number {
  return MONTHS.indexOf(name.toLowerCase()) + 1;
}

function yearOf(text = ''): number {
  const CENTURY = 2000;
  return text.length === 2 ? CENTURY + Number(text) : Number(text);
}

function formatted({ year, month, day }: Day): string | null | undefined {
  if (NO_YEARS.has(year)) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCFullYear() === year;
  return isDay ? date.toISOString().slice(0, 10) : undefined;
}
