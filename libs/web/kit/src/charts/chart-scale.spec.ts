import { describe, expect, it } from '@jest/globals';
import { ticksOf } from './chart-scale.js';

describe('ticksOf', () => {
  it('covers all values with round numbers from zero', () => {
    expect(ticksOf([3, 97])).toEqual([0, 50, 100]);
    expect(ticksOf([0.1, 0.37])).toEqual([0, 0.1, 0.2, 0.3, 0.4]);
    expect(ticksOf([-5, 12])).toEqual([-5, 0, 5, 10, 15]);
    expect(ticksOf([])).toEqual([0, 0.5, 1]);
  });
});
