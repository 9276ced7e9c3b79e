import { describe, expect, it } from '@jest/globals';
import { addDecimals, compareDecimals, formatDecimal, formatMoney, parseDecimal } from './decimal-text.js';

describe('parseDecimal', () => {
  it.each([
    ['1.5', '1.5'],
    ['1,5', '1.5'],
    ['-0,25', '-0.25'],
    ['1 000,25', '1000.25'],
    ['1.234.567,8', '1234567.8'],
    ['1,234,567', '1234567'],
    ["12'500.10", '12500.10'],
    ['.5', '0.5'],
    ['007', '7'],
    ['900719925474099.123456', '900719925474099.123456'],
  ])('reads %s as %s', (typed, decimal) => {
    expect(parseDecimal(typed)).toBe(decimal);
  });

  it.each(['', '-', 'abc', '1e5', '1.2.3,4,5x', '--1', '1-2'])('refuses %p', (typed) => {
    expect(parseDecimal(typed)).toBeUndefined();
  });
});

describe('formatDecimal', () => {
  it('groups digits without losing any', () => {
    expect(formatDecimal('900719925474099123.123456', { locale: 'en' })).toBe('900,719,925,474,099,123.123456');
    expect(formatDecimal('1234.5', { locale: 'de', least: 2 })).toBe('1.234,50');
  });

  it('leaves a text that is no decimal as it is', () => {
    expect(formatDecimal('many')).toBe('many');
  });
});

describe('formatMoney', () => {
  it('shows the decimals of the currency, and more where the amount has them', () => {
    expect(formatMoney('1234.5', 'EUR', 'en')).toBe('€1,234.50');
    expect(formatMoney('0.0031', 'EUR', 'en')).toBe('€0.0031');
    expect(formatMoney('1200', 'JPY', 'en')).toBe('¥1,200');
    expect(formatMoney('167.439', 'EUR', 'en')).toBe('€167.44');
    expect(formatMoney('167.439', 'JPY', 'en')).toBe('¥167');
  });

  it('shows a currency that the browser does not know by its code', () => {
    expect(formatMoney('5', 'nope', 'en')).toBe('5 nope');
  });
});

describe('addDecimals', () => {
  it('adds in exact digits', () => {
    expect(addDecimals('0.1', '0.2')).toBe('0.3');
    expect(addDecimals('1', '-1.25')).toBe('-0.25');
    expect(addDecimals('999999999999999.999999', '0.000001')).toBe('1000000000000000.000000');
  });
});

describe('compareDecimals', () => {
  it('orders by value, not by text', () => {
    expect(compareDecimals('10', '9')).toBe(1);
    expect(compareDecimals('1.50', '1.5')).toBe(0);
    expect(compareDecimals('-2', '1')).toBe(-1);
  });
});
