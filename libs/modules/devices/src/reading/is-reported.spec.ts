import { describe, expect, it } from '@jest/globals';
import { isReported } from './is-reported.js';

const idle = { link_mode: 'none', announce: false, min_change: 0 } as const;
const linked = { link_mode: 'set_stock', announce: false, min_change: 2 } as const;
const grams = (value: number) => ({ type: 'value', value }) as const;

describe('a reading', () => {
  it('from a person is always reported', () => {
    expect(isReported(idle, { type: 'scan', code: 'B-17' }, { code: 'B-17' })).toBe(true);
    expect(isReported(idle, { type: 'count', value: 3 }, { value: 3 })).toBe(true);
  });

  it('from a device is reported only if the device is linked or announced', () => {
    expect(isReported(idle, grams(5), undefined)).toBe(false);
    expect(isReported({ ...idle, announce: true }, grams(5), undefined)).toBe(true);
    expect(isReported(linked, grams(5), undefined)).toBe(true);
  });

  it('is reported again when the value has changed by at least the minimum', () => {
    expect([5, 6.9, 7, 3, 3.1].map((value) => isReported(linked, grams(value), { value: 5 }))).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
    expect(isReported({ ...linked, min_change: 0 }, grams(5), { value: 5 })).toBe(false);
    expect(isReported(linked, { type: 'state', code: 'open' }, { code: 'shut' })).toBe(true);
    expect(isReported(linked, { type: 'state', code: 'open' }, { code: 'open' })).toBe(false);
  });
});
