import { describe, expect, it } from '@jest/globals';
import { boundDecimal } from './bound-decimal.js';
import { type Decimal, parseDecimal } from '@cubit/decimal';

const decimal = (text: string): Decimal => parseDecimal(text) ?? { units: 0n, scale: 0 };

describe('an operand of arithmetic', () => {
  it('has a limited number of digits on both sides of the point', () => {
    expect(boundDecimal(decimal('1e24'))).toBeUndefined();
    expect(boundDecimal(decimal('-1e24'))).toBeUndefined();
    expect(boundDecimal(decimal('1e-13'))).toEqual({ units: 0n, scale: 12 });
  });
});
