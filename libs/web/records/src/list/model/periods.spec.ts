import { describe, expect, it } from '@jest/globals';
import { periodTitle } from './periods.js';

describe('periodTitle', () => {
  it('names a day, a week from its first to its last day, and a month', () => {
    expect(periodTitle('2026-03-10', 'day', 'en')).toBe('Tue, Mar 10, 2026');
    expect(periodTitle('2026-03-30', 'week', 'en').replaceAll(/\s/g, ' ')).toBe('Mar 30 – Apr 5, 2026');
    expect(periodTitle('2026-03-01', 'month', 'en')).toBe('March 2026');
  });
});
