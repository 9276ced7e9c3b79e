import { describe, expect, it } from '@jest/globals';
import { becomesLow, isDepletion, isLow, levelChange, shortfall } from './low-stock.js';

describe('low stock', () => {
  it('is less than the minimum; stock at the minimum is not low', () => {
    expect([4.999999, 5, 6].map((available) => isLow({ available, min_stock: 5 }))).toEqual([true, false, false]);
    expect(isLow({ available: -3 })).toBe(false);
  });

  it.each([
    [true, { available: 5, min_stock: 5 }, { available: 4, min_stock: 5 }],
    [true, { available: 4, min_stock: 4 }, { available: 4, min_stock: 5 }],
    [true, { available: 4, min_stock: 5 }, { available: 4, min_stock: 6 }],
    [true, { available: 4 }, { available: 4, min_stock: 5 }],
    [false, { available: 4, min_stock: 5 }, { available: 4, min_stock: 5 }],
    [false, { available: 4, min_stock: 6 }, { available: 4, min_stock: 5 }],
    [false, { available: 9, min_stock: 5 }, { available: 5, min_stock: 5 }],
    [false, { available: 5, min_stock: 5, low_since: 'earlier' }, { available: 4, min_stock: 5 }],
  ])('begins (%p) when a write of the part changes %p to %p', (expected, before, after) => {
    expect(becomesLow(before, after)).toBe(expected);
  });

  it('alternates with recovery; the first stock of a part that was never low is none', () => {
    const [low, enough] = [
      { available: 4, min_stock: 5 },
      { available: 5, min_stock: 5 },
    ];
    const marked = { ...low, low_since: 'earlier' };
    const changes = [
      [enough, marked],
      [low, marked],
      [marked, enough],
      [marked, marked],
      [low, enough],
      [low, low],
      [enough, enough],
    ] as const;
    expect(changes.map(([before, after]) => levelChange(before, after))).toEqual([
      'low',
      'low',
      'recovered',
      null,
      'stocked',
      null,
      null,
    ]);
  });

  it('has a shortfall of the target less available and ordered stock', () => {
    expect(shortfall({ target: 20, available: 4.5, onOrder: 10 })).toBe(5.5);
    expect(shortfall({ target: 20, available: 4, onOrder: 30 })).toBe(0);
    expect(shortfall({ target: 0.3, available: 0.1, onOrder: 0 })).toBe(0.2);
  });
});

describe('depletion', () => {
  it('is a fall to zero', () => {
    const to = (before: number, after: number) => isDepletion({ on_hand: before }, { on_hand: after });
    expect([to(1, 0), to(1, -1), to(1, 0.5), to(0, 0), to(-1, 0)]).toEqual([true, true, false, false, false]);
    expect(isDepletion(null, { on_hand: 0 })).toBe(false);
  });
});
