import { describe, expect, it } from '@jest/globals';
import { nextOccurrence, recurrenceFault } from './recurrence.js';

const BERLIN = 'Europe/Berlin';
const next = (rule: string, from: string, { timeZone = 'UTC', after = from } = {}) => {
  const found = nextOccurrence({ rule, from: new Date(from), timeZone }, new Date(after));
  return found === null ? null : [found.at.toISOString(), found.rule];
};
const fault = (rule: string) => recurrenceFault({ rule, from: new Date('2026-01-31T08:00:00Z'), timeZone: 'UTC' });

describe('the next occurrence', () => {
  it('keeps the time of day across a clock change', () => {
    const rule = 'FREQ=WEEKLY;BYDAY=MO';
    expect(next(rule, '2026-03-23T08:00:00Z', { timeZone: BERLIN })).toEqual(['2026-03-30T07:00:00.000Z', rule]);
    expect(next(rule, '2026-10-19T07:00:00Z', { timeZone: BERLIN })).toEqual(['2026-10-26T08:00:00.000Z', rule]);
    expect(next(rule, '2026-03-23T08:00:00Z')).toEqual(['2026-03-30T08:00:00.000Z', rule]);
  });

  it('skips a time of day that a clock change skips', () => {
    expect(next('FREQ=DAILY', '2026-03-28T01:30:00Z', { timeZone: BERLIN })?.[0]).toBe('2026-03-30T00:30:00.000Z');
  });

  it('skips months without such a day', () => {
    expect(next('FREQ=MONTHLY', '2026-01-31T08:00:00Z')?.[0]).toBe('2026-03-31T08:00:00.000Z');
    expect(next('FREQ=MONTHLY;BYMONTHDAY=-1', '2026-01-31T08:00:00Z')?.[0]).toBe('2026-02-28T08:00:00.000Z');
    expect(next('FREQ=YEARLY', '2024-02-29T08:00:00Z')?.[0]).toBe('2028-02-29T08:00:00.000Z');
  });

  it('is after the present, in the rhythm of the due time', () => {
    const rule = 'FREQ=WEEKLY;INTERVAL=2';
    expect(next(rule, '2026-01-05T08:00:00Z', { after: '2026-02-10T00:00:00Z' })?.[0]).toBe('2026-02-16T08:00:00.000Z');
    expect(next(rule, '2026-01-05T08:00:00Z', { after: '2026-01-01T00:00:00Z' })?.[0]).toBe('2026-01-19T08:00:00.000Z');
  });

  it('reduces the count, also for skipped occurrences, until the end', () => {
    expect(next('FREQ=DAILY;COUNT=3', '2026-01-01T08:00:00Z')).toEqual([
      '2026-01-02T08:00:00.000Z',
      'FREQ=DAILY;COUNT=2',
    ]);
    expect(next('COUNT=9;FREQ=DAILY', '2026-01-01T08:00:00Z', { after: '2026-01-04T00:00:00Z' })).toEqual([
      '2026-01-04T08:00:00.000Z',
      'COUNT=6;FREQ=DAILY',
    ]);
    expect(next('FREQ=DAILY;COUNT=1', '2026-01-01T08:00:00Z')).toBeNull();
    expect(next('FREQ=DAILY;UNTIL=20260102T000000Z', '2026-01-01T08:00:00Z')).toBeNull();
  });

  it('counts a due time that does not match the rule as the first occurrence', () => {
    expect(next('FREQ=WEEKLY;BYDAY=MO;COUNT=2', '2026-01-01T08:00:00Z')).toEqual([
      '2026-01-05T08:00:00.000Z',
      'FREQ=WEEKLY;BYDAY=MO;COUNT=1',
    ]);
    expect(next('FREQ=WEEKLY;BYDAY=MO;COUNT=1', '2026-01-05T08:00:00Z')).toBeNull();
  });
});

describe('a recurrence', () => {
  it.each([
    'FREQ=DAILY',
    'FREQ=WEEKLY;BYDAY=MO,WE,FR;WKST=SU',
    'FREQ=MONTHLY;BYDAY=-1FR',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    'FREQ=DAILY;UNTIL=20300101T000000Z',
  ])('accepts %s', (rule) => {
    expect(fault(rule)).toBeNull();
  });

  it.each([
    'daily',
    '',
    'INTERVAL=2',
    'FREQ=SOMETIMES',
    'FREQ=HOURLY',
    'FREQ=DAILY;BYHOUR=9',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;FREQ=WEEKLY',
    'FREQ=DAILY;BYDAY=XX',
    'FREQ=DAILY;COUNT=2;UNTIL=20300101T000000Z',
    'FREQ=DAILY\nDTSTART:20200101T000000Z',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=YEARLY;INTERVAL=9999999',
  ])('refuses %j', (rule) => {
    expect(fault(rule)).toEqual(expect.any(String));
  });
});
