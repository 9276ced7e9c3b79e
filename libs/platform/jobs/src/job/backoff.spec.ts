import { describe, expect, it } from '@jest/globals';
import { backoffMs } from './backoff.js';

describe('the delay before the next attempt', () => {
  const whole = () => 0;

  it('doubles with each failure', () => {
    expect([1, 2, 3, 4].map((failures) => backoffMs(failures, {}, whole))).toEqual([1_000, 2_000, 4_000, 8_000]);
  });

  it('stops growing at the maximum, also after very many failures', () => {
    expect(backoffMs(12, { longestMs: 60_000 }, whole)).toBe(60_000);
    expect(backoffMs(5_000, {}, whole)).toBe(300_000);
  });

  it('is shortened by a random part, by at most half', () => {
    expect(backoffMs(3, { firstMs: 100 }, () => 0.5)).toBe(300);
    expect(backoffMs(3, { firstMs: 100 }, () => 1)).toBe(200);
  });
});
