import { describe, expect, it } from '@jest/globals';
import { median } from './median.js';

describe('the median', () => {
  it('is the middle value, whatever the order', () => {
    expect(median([9, 1, 2])).toBe(2);
  });

  it('lies between the two middle values of an even number', () => {
    expect(median([10, 1, 2, 4])).toBe(3);
  });
});
