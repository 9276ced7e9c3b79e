import { describe, expect, it } from '@jest/globals';
import { Field } from '@cubit/core';
import type { ShapeField } from '@cubit/core/host';
import type { TSchema } from 'typebox';
import { fileNameOf } from '../import/file-name.js';
import { serialsOf } from '../import/serial-list.js';
import { titlesOf } from '../keys/tree-titles.js';
import { cleanCell, isNothing } from './clean-cell.js';
import { currencyOfName, readMoney } from './clean-money.js';
import { dateOf, instantOf } from './foreign-date.js';

function fieldOf(schema: TSchema, required = false): ShapeField {
  const { 'x-type': type = '' } = schema as { readonly 'x-type'?: string };
  return { name: 'it', type, schema, required } as unknown as ShapeField;
}

describe('a cell of another program', () => {
  it.each([
    ['12 pcs', { value: 12, warning: "'12 pcs' was read as 12." }],
    ['25 litres', { value: 25, warning: "'25 litres' was read as 25." }],
    ['1,234.50', { value: 1234.5 }],
    ["1'234.5", { value: 1234.5 }],
    ['1e3', { value: 1000 }],
    ['440.00000', { value: 440 }],
    ['0.12345678', { value: 0.123457, warning: "'0.12345678' was read as 0.123457." }],
    ['feet', { value: undefined, warning: "'feet' is not a number and was left out." }],
    ['1,234', { fault: expect.stringContaining('another decimal mark') }],
  ])('reads the number %s', (cell, result) => {
    expect(cleanCell(fieldOf(Field.decimal()), cell, '.')).toEqual(result);
  });

  it('rounds a fraction to a whole number, with a warning, and refuses text in a required number', () => {
    expect(cleanCell(fieldOf(Field.integer()), '2.6', '.')).toEqual({ value: 3, warning: "'2.6' was read as 3." });
    expect(cleanCell(fieldOf(Field.decimal(), true), 'many', '.')).toEqual({ value: 'many' });
  });

  it.each([
    ['31-Oct-23', '2023-10-31'],
    ['Oct 31, 2023', '2023-10-31'],
    ['31.10.2023', '2023-10-31'],
    ['10/31/2023', '2023-10-31'],
    ['31/10/2023', '2023-10-31'],
    ['2022-05-25T00:00:00Z', '2022-05-25'],
    ['20241222', '2024-12-22'],
    ['0001-01-01T00:00:00Z', null],
    ['2023-02-30', undefined],
    ['soon', undefined],
  ])('reads the date %s', (cell, day) => {
    expect(dateOf(cell)).toBe(day);
  });

  it('reads instants with any offset, and takes a day as its beginning', () => {
    expect(instantOf('2018-12-11T23:00:00+0100')).toBe('2018-12-11T22:00:00.000Z');
    expect(instantOf('2018-12-01 01:12:04')).toBe('2018-12-01T01:12:04.000Z');
    expect(instantOf('2018-12-01')).toBe('2018-12-01T00:00:00.000Z');
    expect(instantOf('2018-12-01T99:00:00Z')).toBeUndefined();
  });

  it.each([
    ['$1,234.50', '.', { amount: '1234.50', currency: null, usual: 'USD' }],
    ['12,5 EUR', ',', { amount: '12.5', currency: 'EUR', usual: null }],
    ['€ 1.234,50', ',', { amount: '1234.50', currency: 'EUR', usual: null }],
    ['-3.20', '.', { amount: '-3.20', currency: null, usual: null }],
    ['0.12345678', '.', { amount: '0.123457', currency: null, usual: null, isRounded: true }],
  ] as const)('reads the amount %s', (cell, mark, money) => {
    expect(readMoney(cell, mark)).toMatchObject(money);
  });

  it('takes no text for an amount, and no mark for the other', () => {
    expect(readMoney('Subtotal', '.')).toBeNull();
    expect(readMoney('1,5', '.')).toContain('another decimal mark');
  });

  it.each([
    ['Unit Price($)', 'USD'],
    ['Price (USD)', 'USD'],
    ['price_eur', 'EUR'],
    ['Preis €', 'EUR'],
    ['Price', null],
    ['Euro pallets', null],
  ])('tells the currency of the column %s', (name, currency) => {
    expect(currencyOfName(name)).toBe(currency);
  });

  it('tells nothing from something', () => {
    expect(['', '-', String.raw`-\-`, 'N/A', '#N/A', 'null', '—'].filter((cell) => !isNothing(cell))).toEqual([]);
    expect(['0', 'none', 'A-1', '-1'].filter(isNothing)).toEqual([]);
  });

  it('completes an address and leaves out what is none', () => {
    expect(cleanCell(fieldOf(Field.url()), 'www.example.org/a b', '.')).toEqual({
      value: 'https://www.example.org/a%20b',
    });
    expect(cleanCell(fieldOf(Field.url()), String.raw`E:\Datasheets\a.pdf`, '.')).toMatchObject({ value: undefined });
  });

  it('reads paths as programs write them', () => {
    expect(titlesOf('Path / To /Location 3  ')).toEqual(['Path', 'To', 'Location 3']);
    expect(titlesOf('Electronics > Passives')).toEqual(['Electronics', 'Passives']);
    expect(titlesOf('Controllers (MCU/MPU/SOC)')).toEqual(['Controllers (MCU/MPU/SOC)']);
    expect(titlesOf(String.raw`Filament/PC\/ABS`)).toEqual(['Filament', 'PC/ABS']);
  });

  it('counts out serial numbers', () => {
    expect(serialsOf('A1; A2, A2')).toEqual(['A1', 'A2']);
    expect(serialsOf('009-011')).toEqual(['009', '010', '011']);
    expect(serialsOf('2022-11')).toEqual(['2022-11']);
    expect(serialsOf('1-99999')).toEqual(['1-99999']);
  });

  it.each([
    ['attachment; filename="a \\"b\\".csv"', 'a "b".csv'],
    ["attachment; filename=x.csv; filename*=UTF-8''%C3%A4.csv", 'ä.csv'],
    ['attachment; filename="../../etc/order 1.csv"', 'order 1.csv'],
    ["attachment; filename=x.csv; filename*=UTF-8''%E4", 'x.csv'],
    ['inline', null],
  ])('tells the name of a file from %s', (header, name) => {
    expect(fileNameOf(header)).toBe(name);
  });
});
