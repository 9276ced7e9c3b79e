import { describe, expect, it } from '@jest/globals';
import { addMonths, daysOf } from './dates.js';

describe('daysOf', () => {
  it('shows whole weeks from Monday', () => {
    const days = daysOf('2026-11-22', 'month');

    expect(days[0]).toBe('2026-10-26');
    expect(days.at(-1)).toBe('2026-12-06');
    expect(days.length % 7).toBe(0);
  });

  it('shows the week of a Sunday', () => {
    expect(daysOf('2026-11-22', 'week')[0]).toBe('2026-11-16');
  });
});

it('moves to the last day of a shorter month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
});
