import { describe, expect, it } from '@jest/globals';
import {
  type Decimal,
  addDecimals,
  boundDecimal,
  decimalOf,
  decimalText,
  divideDecimals,
  parseDecimal,
  remainderOfDecimals,
  roundDecimal,
} from './decimal.js';

function decimal(text: string): Decimal {
  const value = parseDecimal(text);
  if (value === undefined) throw new Error(`"${text}" is no decimal.`);
  return value;
}

describe('a decimal', () => {
  it.each([
    ['0.10', '0.1'],
    ['-0', '0'],
    ['1e3', '1000'],
    ['1.5e-3', '0.0015'],
    ['+7', '7'],
    ['-12.340', '-12.34'],
  ])('reads %s and writes %s', (text, written) => {
    expect(decimalText(decimal(text))).toBe(written);
  });

  it('is written with no fewer places than asked', () => {
    expect(decimalText(decimal('12.5'), 4)).toBe('12.5000');
    expect(decimalText(decimal('3'), 2)).toBe('3.00');
    expect(decimalText(decimal('0.000506'), 4)).toBe('0.000506');
  });

  it.each(['', '.', '1.', '.5', '1e', '1e9999', 'NaN', 'Infinity', '0x1', ' 1', '1 ', `${'1'.repeat(1_101)}`])(
    'refuses %j',
    (text) => {
      expect(parseDecimal(text)).toBeUndefined();
    },
  );

  it('takes a double for the shortest decimal that names it', () => {
    expect(decimalOf(0.1)).toEqual({ units: 1n, scale: 1 });
    expect(decimalOf(1e21)).toEqual({ units: 10n ** 21n, scale: 0 });
    expect(decimalOf(Number.NaN)).toBeUndefined();
    expect(decimalOf(Number.POSITIVE_INFINITY)).toBeUndefined();
  });

  it('adds exactly', () => {
    expect(decimalText(addDecimals(decimal('0.1'), decimal('0.2')))).toBe('0.3');
  });

  it.each([
    ['2.5', '3'],
    ['-2.5', '-3'],
    ['2.4999', '2'],
    ['-0.4', '0'],
  ])('rounds halves away from zero: %s to %s', (text, rounded) => {
    expect(decimalText(roundDecimal(decimal(text), 0))).toBe(rounded);
  });

  it('divides to twelve places, or to others, and not by zero', () => {
    expect(decimalText(divideDecimals(decimal('2'), decimal('3')) ?? decimal('0'))).toBe('0.666666666667');
    expect(decimalText(divideDecimals(decimal('2'), decimal('3'), 2) ?? decimal('0'))).toBe('0.67');
    expect(divideDecimals(decimal('1'), decimal('0.00'))).toBeUndefined();
    expect(remainderOfDecimals(decimal('1'), decimal('0'))).toBeUndefined();
  });

  it('bounds the digits of an operand on both sides of the point', () => {
    expect(boundDecimal(decimal('1e24'))).toBeUndefined();
    expect(boundDecimal(decimal('-1e24'))).toBeUndefined();
    expect(boundDecimal(decimal('1e-13'))).toEqual({ units: 0n, scale: 12 });
  });
});
