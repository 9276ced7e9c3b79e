import { describe, expect, it } from '@jest/globals';
import { heightOf, MAX_HEIGHT_PX, scrollTopFor, windowAt } from './row-window.js';

const short = { count: 1_000, rowHeight: 36, viewport: 360 };
const long = { count: 1_000_000, rowHeight: 36, viewport: 360 };

describe('windowAt', () => {
  it('draws the rows in sight and some beyond', () => {
    expect(windowAt(3_600, short, 5)).toEqual({ first: 95, last: 115, offset: 95 * 36 });
  });

  it('shows the last row of a list that is higher than an element can be', () => {
    const end = heightOf(long) - long.viewport;

    expect(heightOf(long)).toBe(MAX_HEIGHT_PX);
    expect(windowAt(end, long, 0).last).toBe(999_999);
  });

  it('draws rows of a scaled list where the eye is', () => {
    const { first, offset } = windowAt(8_000_000, long, 0);

    expect(Math.abs(offset - 8_000_000)).toBeLessThan(36);
    expect(first).toBeGreaterThan(400_000);
  });
});

describe('scrollTopFor', () => {
  it('stays where the row is in sight', () => {
    expect(scrollTopFor(5, 100, short)).toBe(100);
  });

  it.each([0, 123_456, 999_999])('brings row %i of a scaled list into sight', (index) => {
    const { first, last } = windowAt(scrollTopFor(index, 8_000_000, long), long, 1);

    expect(first).toBeLessThanOrEqual(index);
    expect(last).toBeGreaterThanOrEqual(index);
  });
});
