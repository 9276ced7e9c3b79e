import { describe, expect, it } from '@jest/globals';
import { toDecimal } from './decimal.js';
import { fitsMoney, toMoney } from './money.js';

describe('an exact amount', () => {
  it.each([
    ['12.5', '12.5000'],
    ['100', '100.0000'],
    ['0.0005064', '0.000506'],
    ['0.0000005', '0.000001'],
    ['-0.0000005', '-0.000001'],
    ['-0.0000004', '0.0000'],
  ])('of %s is formatted as %s', (amount, formatted) => {
    expect(toMoney(toDecimal(amount), 'EUR')).toEqual({ amount: formatted, currency: 'EUR' });
  });

  it('is the same from text and from a number', () => {
    expect(toDecimal(0.000001)).toEqual(toDecimal('0.000001'));
  });

  it.each(['', '1,5', Number.NaN, Number.POSITIVE_INFINITY])('refuses %j', (value) => {
    expect(() => toDecimal(value)).toThrow(RangeError);
  });

  it('has at most fifteen digits before the point', () => {
    expect(fitsMoney(toDecimal(`-${'9'.repeat(15)}.999999`))).toBe(true);
    expect(fitsMoney(toDecimal(`1${'0'.repeat(15)}`))).toBe(false);
  });
});
