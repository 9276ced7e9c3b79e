import { expect, it } from '@jest/globals';
import { dailyCounts, lastDays } from './daily-counts.js';

const days = lastDays('2026-03-02');

it('has 30 days, today last, across the end of a month', () => {
  expect(days).toHaveLength(30);
  expect(days[0]).toBe('2026-02-01');
  expect(days.slice(-3)).toEqual(['2026-02-28', '2026-03-01', '2026-03-02']);
});

it('counts 0 for days without a group, and nothing of other days', () => {
  const counts = dailyCounts(days, [
    { group: { 'at:day': '2026-03-02' }, values: { count: 4 } },
    { group: { 'at:day': '2026-02-01' }, values: { count: '2' } },
    { group: { 'at:day': '2026-01-31' }, values: { count: 9 } },
  ]);
  expect(counts.at(-1)).toBe(4);
  expect(counts[0]).toBe(2);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6);
});
