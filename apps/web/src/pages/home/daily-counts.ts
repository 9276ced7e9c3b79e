export const DAYS = 30;
const DAY_MS = 86_400_000;

/** The last 30 days in UTC, the last one today, as `2026-11-29`. */
export function lastDays(today: string): readonly string[] {
  const end = Date.parse(today);
  return Array.from({ length: DAYS }, (_, index) =>
    new Date(end - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** What the aggregate of a kind answers, grouped by day. */
export interface DayGroup {
  readonly group: Readonly<Record<string, unknown>>;
  readonly values: { readonly count?: unknown };
}

/** One number for each of the days, 0 where there is no group. */
export function dailyCounts(days: readonly string[], groups: readonly DayGroup[]): readonly number[] {
  const counts = new Map(
    groups.map(({ group, values }) => [String(Object.values(group)[0]).slice(0, 10), Number(values.count)]),
  );
  return days.map((day) => counts.get(day) ?? 0);
}
