import { describe, expect, it } from '@jest/globals';
import { isTimeZone } from './local-time.js';
import { digestTime, quietUntil } from './when-to-send.js';

const nights = { quiet_from: '22:00', quiet_to: '07:00' };
const until = (now: string, hours: { time_zone: string; quiet_from: string | null; quiet_to: string | null }) =>
  quietUntil(new Date(now), hours)?.toISOString() ?? null;

describe('quiet hours', () => {
  it.each([
    ['2026-01-10T21:59:59Z', 'UTC', null],
    ['2026-01-10T22:00:00Z', 'UTC', '2026-01-11T07:00:00.000Z'],
    ['2026-01-11T06:59:59Z', 'UTC', '2026-01-11T07:00:00.000Z'],
    ['2026-01-11T07:00:00Z', 'UTC', null],
    ['2026-01-10T21:30:00Z', 'Europe/Berlin', '2026-01-11T06:00:00.000Z'],
    ['2026-07-10T20:30:00Z', 'Europe/Berlin', '2026-07-11T05:00:00.000Z'],
    ['2026-01-10T16:45:00Z', 'Asia/Kolkata', '2026-01-11T01:30:00.000Z'],
  ])('at %s in %s end %s', (now, time_zone, end) => expect(until(now, { time_zone, ...nights })).toBe(end));

  it('end at local time, also in the nights of a clock change', () => {
    expect(until('2026-03-28T22:00:00Z', { time_zone: 'Europe/Berlin', ...nights })).toBe('2026-03-29T05:00:00.000Z');
    expect(until('2026-10-24T21:00:00Z', { time_zone: 'Europe/Berlin', ...nights })).toBe('2026-10-25T06:00:00.000Z');
  });

  it('may lie within one day, or be empty', () => {
    const noon = { time_zone: 'UTC', quiet_from: '12:00', quiet_to: '13:30' };
    expect(until('2026-01-10T12:00:00Z', noon)).toBe('2026-01-10T13:30:00.000Z');
    expect(until('2026-01-10T13:30:00Z', noon)).toBeNull();
    expect(until('2026-01-10T12:00:00Z', { time_zone: 'UTC', quiet_from: null, quiet_to: null })).toBeNull();
  });
});

describe('digests', () => {
  it('are sent each full hour, or each day at eight local time', () => {
    const now = new Date('2026-01-10T10:00:00Z');
    expect(digestTime(now, 'hourly', 'UTC').toISOString()).toBe('2026-01-10T11:00:00.000Z');
    expect(digestTime(now, 'daily', 'UTC').toISOString()).toBe('2026-01-11T08:00:00.000Z');
    expect(digestTime(now, 'daily', 'America/New_York').toISOString()).toBe('2026-01-10T13:00:00.000Z');
  });
});

describe('a time zone', () => {
  it('is a name of the IANA database', () => {
    expect(['UTC', 'Europe/Berlin', 'America/Argentina/Ushuaia'].filter(isTimeZone)).toHaveLength(3);
    expect(['Mars/Olympus', '', 'Berlin'].filter(isTimeZone)).toEqual([]);
  });
});
