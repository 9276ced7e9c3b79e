import { type Static, Type } from 'typebox';

const UTC = 'UTC';
const HOUR_MS = 3_600_000;

export const settings = Type.Object({
  due_soon_hours: Type.Integer({
    default: 24,
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
export type Settings = Static<typeof settings>;

export function dueSoonMs({ due_soon_hours: hours }: Settings): number {
  return hours * HOUR_MS;
}
