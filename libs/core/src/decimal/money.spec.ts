import { describe, expect, it } from '@jest/globals';
import { exactly, isExpressible, moneyFrom } from './money.js';

describe('an exact amount', () => {
  it.each([
    ['12.5', '12.5000'],
    ['100', '100.0000'],
    ['0.0005064', '0.000506'],
    ['0.0000005', '0.000001'],
    ['-0.0000005', '-0.000001'],
    ['-0.0000004', '0.0000'],
  ])('of %s is told as %s', (amount, told) => {
    expect(moneyFrom(exactly(amount), 'EUR')).toEqual({ amount: told, currency: 'EUR' });
  });

  it('is read from text and from a number alike', () => {
    expect(exactly(0.000001)).toEqual(exactly('0.000001'));
  });

  it.each(['', '1,5', Number.NaN, Number.POSITIVE_INFINITY])('is not read from %j', (value) => {
    expect(() => exactly(value)).toThrow(RangeError);
  });

  it('has fifteen digits before the point at most', () => {
    expect(isExpressible(exactly(`-${'9'.repeat(15)}.999999`))).toBe(true);
    expect(isExpressible(exactly(`1${'0'.repeat(15)}`))).toBe(false);
  });
});
