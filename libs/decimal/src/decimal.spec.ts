import { describe, expect, it } from '@jest/globals';
import {
  addDecimals,
  type Decimal,
  decimalFromNumber,
  decimalToText,
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
    expect(decimalToText(decimal(text))).toBe(written);
  });

  it('is formatted with at least the requested places', () => {
    expect(decimalToText(decimal('12.5'), 4)).toBe('12.5000');
    expect(decimalToText(decimal('3'), 2)).toBe('3.00');
    expect(decimalToText(decimal('0.000506'), 4)).toBe('0.000506');
  });

  it.each(['', '.', '1.', '.5', '1e', '1e9999', 'NaN', 'Infinity', '0x1', ' 1', '1 ', `${'1'.repeat(1_101)}`])(
    'refuses %j',
    (text) => {
      expect(parseDecimal(text)).toBeUndefined();
    },
  );

  it('converts a double to the shortest decimal that identifies it', () => {
    expect(decimalFromNumber(0.1)).toEqual({ units: 1n, scale: 1 });
    expect(decimalFromNumber(1e21)).toEqual({ units: 10n ** 21n, scale: 0 });
    expect(decimalFromNumber(Number.NaN)).toBeUndefined();
    expect(decimalFromNumber(Number.POSITIVE_INFINITY)).toBeUndefined();
  });

  it('adds exactly', () => {
    expect(decimalToText(addDecimals(decimal('0.1'), decimal('0.2')))).toBe('0.3');
  });

  it.each([
    ['2.5', '3'],
    ['-2.5', '-3'],
    ['2.4999', '2'],
    ['-0.4', '0'],
  ])('rounds halves away from zero: %s to %s', (text, rounded) => {
    expect(decimalToText(roundDecimal(decimal(text), 0))).toBe(rounded);
  });

  it('divides to twelve places or a given number, and refuses zero', () => {
    expect(decimalToText(divideDecimals(decimal('2'), decimal('3')) ?? decimal('0'))).toBe('0.666666666667');
    expect(decimalToText(divideDecimals(decimal('2'), decimal('3'), 2) ?? decimal('0'))).toBe('0.67');
    expect(divideDecimals(decimal('1'), decimal('0.00'))).toBeUndefined();
    expect(remainderOfDecimals(decimal('1'), decimal('0'))).toBeUndefined();
  });
});
