/** Times are grouped by these, in UTC. */
export const PERIODS = ['day', 'week', 'month'] as const;
export type Period = (typeof PERIODS)[number];

export function isPeriod(text: string | undefined): text is Period {
  return (PERIODS as readonly (string | undefined)[]).includes(text);
}

const LAST_DAY = 6;

/** The title of a period that begins on a day. */
export function periodTitle(day: string, period: Period, locale?: string): string {
  const start = new Date(`${day}T00:00:00`);
  if (period === 'month') return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }).format(start);
  const format = new Intl.DateTimeFormat(locale, {
    ...{ day: 'numeric', month: 'short', year: 'numeric' },
    ...(period === 'day' && { weekday: 'short' }),
  });
  if (period === 'day') return format.format(start);
  return format.formatRange(start, new Date(start.getFullYear(), start.getMonth(), start.getDate() + LAST_DAY));
}
