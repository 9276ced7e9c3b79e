import { describe, expect, it } from '@jest/globals';
import { serialRange } from './serial-range.js';

describe('a range of serial numbers', () => {
  it('counts the digits at the end, as wide as they are', () => {
    expect(serialRange('SN-0099', 3)).toEqual(['SN-0099', 'SN-0100', 'SN-0101']);
    expect(serialRange('9', 2)).toEqual(['9', '10']);
    expect(serialRange('2026-A7', 2)).toEqual(['2026-A7', '2026-A8']);
  });

  it('needs digits at the end', () => {
    expect(serialRange('SN-', 2)).toBeNull();
  });
});
