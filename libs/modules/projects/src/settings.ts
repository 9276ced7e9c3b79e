import { Type } from 'typebox';

const UTC = 'UTC';
const HOUR_MS = 3_600_000;
const DUE_SOON_HOURS = 24;

export const settings = Type.Object({
  due_soon_hours: Type.Integer({
    default: DUE_SOON_HOURS,
    minimum: 1,
    maximum: 24 * 60,
    title: 'Due soon',
    description: 'Hours before the due time from which a task is due soon.',
  }),
  time_zone: Type.Unsafe<string>({
    type: 'string',
    enum: [UTC, ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== UTC)],
    default: UTC,
    title: 'Time zone',
    description: 'Time zone of recurring tasks. The local time of day stays the same when clocks change.',
  }),
});

export function timeZoneOf(current: Readonly<Record<string, unknown>>): string {
  return typeof current['time_zone'] === 'string' ? current['time_zone'] : UTC;
}

export function dueSoonMs(current: Readonly<Record<string, unknown>>): number {
  const hours = current['due_soon_hours'];
  return (typeof hours === 'number' ? hours : DUE_SOON_HOURS) * HOUR_MS;
}
