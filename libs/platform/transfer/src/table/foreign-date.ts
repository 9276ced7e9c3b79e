const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ISO =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;
const NAMED = /^(\d{1,2})[-\s./]+([a-z]{3})[a-z]*\.?[-\s./,]+(\d{2}|\d{4})$/i;
const AMERICAN_NAMED = /^([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})$/i;
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{2}|\d{4})$/;
const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{2}|\d{4})$/;
const YEAR_FIRST = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
/** How programs write that there is no date. */
const NO_YEARS = new Set([0, 1]);

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The day of a date in a common format, `2026-01-31`; null for one that means none; undefined if it is no date. */
export function dateOf(text: string): string | null | undefined {
  const [, year, month, day] = ISO.exec(text) ?? [];
  return year === undefined ? dayOf(text) : formatted({ year: Number(year), month: Number(month), day: Number(day) });
}

/** An instant, with a time zone of UTC where the text names none; null for one that means none; undefined if it is none. */
export function instantOf(text: string): string | null | undefined {
  const [, , , , hour, minute, second = '00', fraction = '0', zone = 'Z'] = ISO.exec(text) ?? [];
  const date = dateOf(text);
  if (hour === undefined || typeof date !== 'string') return typeof date === 'string' ? `${date}T00:00:00.000Z` : date;
  const offset = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const at = Date.parse(
    `${date}T${hour.padStart(2, '0')}:${minute ?? '00'}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`,
  );
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

function dayOf(text: string): string | null | undefined {
  const named = NAMED.exec(text);
  if (named) return formatted({ day: Number(named[1]), month: monthOf(named[2]), year: yearOf(named[3]) });
  const american = AMERICAN_NAMED.exec(text);
  if (american) return formatted({ day: Number(american[2]), month: monthOf(american[1]), year: yearOf(american[3]) });
  const first = YEAR_FIRST.exec(text) ?? COMPACT.exec(text);
  if (first) return formatted({ year: Number(first[1]), month: Number(first[2]), day: Number(first[3]) });
  const dotted = DOTTED.exec(text);
  if (dotted) return formatted({ day: Number(dotted[1]), month: Number(dotted[2]), year: yearOf(dotted[3]) });
  const slashed = SLASHED.exec(text);
  if (!slashed) return undefined;
  // Month first, as in the United States, unless that is no month.
  const [one, other] = [Number(slashed[1]), Number(slashed[2])];
  const [month, day] = one > 12 ? [other, one] : [one, other];
  return formatted({ year: yearOf(slashed[3]), month, day });
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
