import { describe, expect, it } from '@jest/globals';
import { decimalToText, exactToText } from '@cubit/decimal';
import { convertQuantity, exactQuantity, isClose, plainSize, shownQuantity } from './convert.js';
import { notAQuantity, parseQuantity, parseQuantityRange } from './parse-quantity.js';
import { readUnit } from './unit.js';

const between = (from: string, to: string) => (qty: number) => convertQuantity(qty, { from, to });

describe('a conversion', () => {
  it.each([
    [1, 'kg', 'g', 1000],
    [0.1, 'kg', 'g', 100],
    [1.1, 'm', 'mm', 1100],
    [2.54, 'cm', 'in', 1],
    [1, 'in', 'mm', 25.4],
    [1, 'lb', 'g', 453.59237],
    [0.7, 'l', 'ml', 700],
    [3, 'L', 'millilitres', 3000],
    [1, 'Kg', 'G', 1000],
    [1, 'KG', 'grams', 1000],
    [2, 'dozen', 'pcs', 24],
    [7, 'Stück', 'pcs', 7],
    [100, 'thou', 'mm', 2.54],
    [1, 'm²', 'cm2', 10_000],
    [22, 'kohm', 'Ω', 22_000],
    [25, '°C', 'K', 298.15],
    [32, '°F', '°C', 0],
    [1, 'm', 'Mm', 0.000001],
  ])('of %d %s to %s gives %d', (qty, from, to, expected) => {
    expect(between(from, to)(qty)).toBe(expected);
  });

  it.each([
    ['g', 'ml'],
    ['pcs', 'g'],
    ['roll', 'pcs'],
    ['2 kg', 'g'],
    ['kg+1', 'g'],
    ['', 'g'],
    ['constructor', 'g'],
    ['%', 'pcs'],
  ])('of %s to %s is impossible', (from, to) => {
    expect(between(from, to)(1)).toBeUndefined();
  });

  it.each([
    [1.4, 'mg', 'kg', false],
    [0.4, 'mg', 'kg', false],
    [2, 'mg', 'kg', true],
    [1, 'kg', 'lb', true],
    [1000, 'oz', 'kg', true],
    [-1.4, 'mg', 'kg', false],
    [21.5, 'degC', 'degF', true],
    [3, 'box', 'box', true],
    [1, 'kg', 'm', true],
  ])('of %d %s into %s changes nothing that matters: %s', (qty, from, to, isSame) => {
    expect(isClose(qty, { from, to })).toBe(isSame);
  });

  it('keeps a unit without a meaning, in any letter case', () => {
    expect([between('roll', 'roll')(3), between('Roll', 'roll')(3)]).toEqual([3, 3]);
  });

  it('knows the own units of a thing, which precede general ones', () => {
    const own = {
      base: 'g',
      units: [
        { unit: 'spool', qty: 750 },
        { unit: 'stick', qty: 11 },
      ],
    };
    const convert = (qty: number, from: string, to = 'g') => convertQuantity(qty, { from, to, own });
    expect([convert(2, 'Spool'), convert(1, 'stick'), convert(1, 'kg'), convert(1.5, 'kg', 'spool')]).toEqual([
      1500, 11, 1000, 2,
    ]);
    const rolls = { base: 'roll', units: [{ unit: 'case', qty: 12 }] };
    expect(convertQuantity(2, { from: 'case', to: 'roll', own: rolls })).toBe(24);
    expect(convertQuantity(2, { from: 'kg', to: 'roll', own: rolls })).toBeUndefined();
  });
});

describe('an exact quantity', () => {
  const sugar = { base: 'lb', units: [{ unit: 'sack', qty: 0.1 }] };

  it.each([
    [1, 'kg', '1000'],
    [1, 'oz', '28.349523125'],
    [16, 'oz', '453.59237'],
    [1, undefined, '453.59237'],
    [3, 'Sack', '136.077711'],
    [0.000001, 'mg', '0.000000001'],
  ])('of %d %s is %s plain units', (qty, unit, text) => {
    expect(exactToText(exactQuantity(qty, sugar, unit) ?? 0n)).toBe(text);
  });

  it('is shown in the unit of its thing, rounded once, or in another', () => {
    const kilo = exactQuantity(1, sugar, 'kg') ?? 0n;
    expect([shownQuantity(kilo, sugar), shownQuantity(kilo, sugar, 'g'), shownQuantity(kilo, sugar, 'sack')]).toEqual([
      2.204623, 1000, 22.046226,
    ]);
  });

  it('has no size in a unit that does not convert, and none of degrees, which cannot be added up', () => {
    expect([plainSize(sugar, 'ml'), plainSize({ base: 'degC' }, 'degF')]).toEqual([undefined, undefined]);
    expect(exactToText(exactQuantity(2.5, { base: 'degF' }) ?? 0n)).toBe('2.5');
    expect(exactToText(exactQuantity(2, { base: 'roll', units: [{ unit: 'case', qty: 12 }] }, 'case') ?? 0n)).toBe(
      '24',
    );
  });
});

describe('a quantity', () => {
  it.each([
    ['10k', 'ohm', '10000 ohm'],
    ['4k7', 'ohms', '4700 ohm'],
    ['0R47', undefined, '0.47 ohm'],
    ['220R', 'ohms', '220 ohm'],
    ['100kohm', 'ohms', '100000 ohm'],
    ['4.7 uF', undefined, '0.0000047 F'],
    ['100n', 'F', '0.0000001 F'],
    ['1/10', 'W', '0.1 W'],
    ['2 inches', 'mm', '0.0508 m'],
    ['3.1m', 'mm', '3.1 m'],
    ['10m', 'F', '0.01 F'],
    ['8', 'mm', '0.008 m'],
    ['1', 'percent', '1 %'],
    ['200 ppm', undefined, '0.02 %'],
    ['1e3', 'Hz', '1000 Hz'],
    ['-40', '°C', '-40 degC'],
    ['1,5 kg', undefined, '1500 g'],
    ['10k', undefined, '10000 undefined'],
  ])('%s (%s) is %s', (text, unit, expected) => {
    const parsed = parseQuantity(text, unit);
    expect(parsed && `${decimalToText(parsed.value)} ${String(parsed.plain)}`).toBe(expected);
  });

  it.each([['Blue'], ['0402 inch kg'], ['10 rolls'], ['1e999'], ['']])('%s is none', (text) => {
    expect(parseQuantity(text)).toBeUndefined();
  });

  it.each([
    ['10 florp', undefined, '"10 florp" is not a quantity. There is no unit "florp".'],
    ['10k', 'roll', '"10k" is not a quantity. There is no unit "roll".'],
    ['ten', 'ohm', '"ten" is not a quantity.'],
  ])('that cannot be read has a reason: %s (%s)', (text, unit, reason) => {
    expect(notAQuantity(text, unit)).toBe(reason);
  });

  it('reads the unit m without context as metres as well as a prefix', () => {
    const parsed = parseQuantity('10m');
    expect([parsed?.value, parsed?.metres].map((value) => value && decimalToText(value))).toEqual(['0.01', '10']);
  });
});

describe('a range', () => {
  it.each([
    ['3.3..5 V', undefined, '3.3 5 V'],
    ['3.3 V to 5 V', undefined, '3.3 5 V'],
    ['-40 to 85 °C', undefined, '-40 85 degC'],
    ['-40...85', '°C', '-40 85 degC'],
    ['1-10k', 'ohm', '1000 10000 ohm'],
    ['10-20', 'mm', '0.01 0.02 m'],
    ['±5 %', undefined, '5 5 %'],
    ['7', 'mm', '0.007 0.007 m'],
  ])('%s (%s) is %s', (text, unit, expected) => {
    const range = parseQuantityRange(text, unit);
    expect(range && [decimalToText(range.min), decimalToText(range.max), range.plain].join(' ')).toBe(expected);
  });

  it.each([['5..3 V'], ['a to b'], ['3 V to 5 A'], ['0402-X']])('%s is none', (text) => {
    expect(parseQuantityRange(text)).toBeUndefined();
  });
});

describe('a unit', () => {
  it('is found again from the cache', () => {
    expect(readUnit('kg')).toBe(readUnit('kg'));
  });
});
