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

const POINT = { style: '.', order: null } as const;

describe('a cell of another program', () => {
  it.each([
    ['12 pcs', { value: 12, warning: "'12 pcs' was read as 12." }],
    ['2 dozen', { value: 24, warning: "'2 dozen' was read as 24." }],
    ['5 reels', { value: 5, warning: "'5 reels' was read as 5." }],
    ['25 litres', { fault: "'litres' is a unit of measure, and the field has none.", code: 'wrong_unit' }],
    ['1,234.50', { value: 1234.5 }],
    ["1'234.5", { value: 1234.5 }],
    ['1e3', { value: 1000 }],
    ['440.00000', { value: 440 }],
    ['0.12345678', { value: 0.123457, warning: "'0.12345678' was read as 0.123457." }],
    ['1 234,5', { fault: expect.stringContaining('another decimal mark') }],
    ['1 234.5', { value: 1234.5 }],
    ['1,000,000', { value: 1_000_000 }],
    ['(5.00)', { value: -5 }],
    ['-5', { value: -5 }],
    ['5 %', { value: 5, warning: "'5 %' was read as 5." }],
    ['feet', { value: undefined, warning: "'feet' is not a number and was left out." }],
    ['1,234', { value: 1234 }],
  ])('reads the number %s', (cell, result) => {
    expect(cleanCell(fieldOf(Field.decimal()), cell, POINT)).toEqual(result);
  });

  it.each([
    '<5',
    '>= 3',
    '~10',
    '0x10',
    '1/2',
    '3-4',
    '2 x 10',
    '10k',
    '4k7',
    '12 34',
    '1,23,456.7',
    '1.2.3',
    '(5',
    '5)',
  ])('takes no other number for %s', (cell) => {
    for (const style of ['.', ',', 'mixed', 'point'] as const)
      expect(cleanCell(fieldOf(Field.decimal()), cell, { style, order: null })).toEqual({
        fault: expect.stringMatching(/is not a number|another decimal mark/),
      });
  });

  it.each([
    ['1.234', ',', 1234],
    ['1.234', '.', 1.234],
    ['1.234', 'point', 1.234],
    ['1,234', ',', 1.234],
    ['0,125', ',', 0.125],
    ['1 234,50', ',', 1234.5],
    ['1 234', ',', 1234],
    ["1'234.5", 'mixed', 1234.5],
    ['2.5', 'mixed', 2.5],
  ] as const)('reads %s in a column with %s as %d', (cell, style, value) => {
    expect(cleanCell(fieldOf(Field.decimal()), cell, { style, order: null })).toEqual({ value });
  });

  it.each([
    ['1,234', 'mixed'],
    ['1.234', 'mixed'],
    ['1,234', 'point'],
    ['2,5', 'mixed'],
    ['2,5', '.'],
    ['2.5', ','],
  ] as const)('refuses %s in a column with %s', (cell, style) => {
    expect(cleanCell(fieldOf(Field.decimal()), cell, { style, order: null })).toEqual({
      fault: expect.stringContaining('another decimal mark'),
    });
  });

  it('rounds no fraction to a whole number, leaves out a zero that means none, and refuses text in a required number', () => {
    expect(cleanCell(fieldOf(Field.integer()), '2.6', POINT)).toEqual({
      fault: expect.stringContaining('whole number'),
    });
    expect(cleanCell(fieldOf(Field.integer({ minimum: 1 })), '0', POINT)).toEqual({
      value: undefined,
      warning: "'0' was left out.",
    });
    expect(cleanCell(fieldOf(Field.decimal(), true), 'many', POINT)).toEqual({ value: 'many' });
  });

  it.each([
    ['31-Oct-23', '2023-10-31'],
    ['Oct 31, 2023', '2023-10-31'],
    ['31.10.2023', '2023-10-31'],
    ['10/31/2023', '2023-10-31'],
    ['31/10/2023', '2023-10-31'],
    ['05/05/2023', '2023-05-05'],
    ['09-01-2025', undefined],
    ['2022-05-25T00:00:00Z', '2022-05-25'],
    ['20241222', '2024-12-22'],
    ['0001-01-01T00:00:00Z', null],
    ['2023-02-30', undefined],
    ['soon', undefined],
  ])('reads the date %s', (cell, day) => {
    expect(dateOf(cell, null)).toBe(day);
  });

  it.each([
    ['09-01-2025', 'dmy', '2025-01-09'],
    ['09-01-2025', 'mdy', '2025-09-01'],
    ['25-01-09', 'ymd', '2025-01-09'],
    ['2025-01-09', 'dmy', '2025-01-09'],
    ['09.01.2025', 'mdy', '2025-01-09'],
    ['11/25/2020', 'dmy', undefined],
    ['25/11/2020', 'mdy', undefined],
  ] as const)('reads the date %s in a column of %s', (cell, order, day) => {
    expect(dateOf(cell, order)).toBe(day);
  });

  it.each([
    ['25/11/2020 14:30', '2020-11-25T14:30:00.000Z'],
    ['25.11.2020 14:30:15', '2020-11-25T14:30:15.000Z'],
    ['11/25/2020 2:30 PM', '2020-11-25T14:30:00.000Z'],
    ['11/25/2020, 12:05 am', '2020-11-25T00:05:00.000Z'],
    ['31-Oct-23 08:00', '2023-10-31T08:00:00.000Z'],
    ['2020-11-25 14:30:00.5+01:00', '2020-11-25T13:30:00.500Z'],
    ['25/11/2020 25:00', undefined],
    ['11/25/2020 13:30 PM', undefined],
  ])('reads the time %s', (cell, at) => {
    expect(instantOf(cell, null)).toBe(at);
  });

  it('tells where a date loses its time of day', () => {
    expect(cleanCell(fieldOf(Field.date()), '25.11.2020 14:30', POINT)).toEqual({
      value: '2020-11-25',
      warning: "'25.11.2020 14:30' was read as 2020-11-25.",
    });
    expect(cleanCell(fieldOf(Field.date()), '2022-05-25T00:00:00Z', POINT)).toEqual({ value: '2022-05-25' });
  });

  it('refuses a date that is two days where nothing tells the order', () => {
    expect(cleanCell(fieldOf(Field.date()), '09-01-2025', POINT)).toEqual({ fault: expect.stringContaining('dates') });
  });

  it('reads instants with any offset, and takes a day as its beginning', () => {
    expect(instantOf('2018-12-11T23:00:00+0100', null)).toBe('2018-12-11T22:00:00.000Z');
    expect(instantOf('2018-12-01 01:12:04', null)).toBe('2018-12-01T01:12:04.000Z');
    expect(instantOf('2018-12-01', null)).toBe('2018-12-01T00:00:00.000Z');
    expect(instantOf('2018-12-01T99:00:00Z', null)).toBeUndefined();
  });

  it.each([
    ['$1,234.50', '.', { amount: '1234.50', currency: null, shared: expect.arrayContaining(['USD', 'CAD']) }],
    ['12,5 EUR', ',', { amount: '12.5', currency: 'EUR', shared: null }],
    ['€ 1.234,50', ',', { amount: '1234.50', currency: 'EUR', shared: null }],
    ['(3.20)', '.', { amount: '-3.20', currency: null, shared: null }],
    ['($5.00)', '.', { amount: '-5.00', currency: null, shared: expect.arrayContaining(['USD', 'CAD']) }],
    ['1 234,50 €', ',', { amount: '1234.50', currency: 'EUR', shared: null }],
    ['-3.20', '.', { amount: '-3.20', currency: null, shared: null }],
    ['kr 50', '.', { amount: '50', currency: null, shared: expect.arrayContaining(['NOK']) }],
    ['0.12345678', '.', { amount: '0.123457', currency: null, shared: null, isRounded: true }],
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
    expect(['', '-', String.raw`-\-`, '_', '~', 'N/A', '#N/A', 'null', '—'].filter((cell) => !isNothing(cell))).toEqual(
      [],
    );
    expect(['0', 'none', 'A-1', '-1'].filter(isNothing)).toEqual([]);
  });

  it('completes an address and leaves out what is none', () => {
    expect(cleanCell(fieldOf(Field.url()), 'www.example.org/a b', POINT)).toEqual({
      value: 'https://www.example.org/a%20b',
      warning: "'www.example.org/a b' was read as https://www.example.org/a%20b.",
    });
    expect(cleanCell(fieldOf(Field.url()), String.raw`E:\Datasheets\a.pdf`, POINT)).toMatchObject({ value: undefined });
  });

  it('reads paths as programs write them', () => {
    expect(titlesOf('Path / To /Location 3  ')).toEqual(['Path', 'To', 'Location 3']);
    expect(titlesOf('Electronics > Passives')).toEqual(['Electronics', 'Passives']);
    expect(titlesOf('Controllers (MCU/MPU/SOC)')).toEqual(['Controllers (MCU/MPU/SOC)']);
    expect(titlesOf(String.raw`Filament/PC\/ABS`)).toEqual(['Filament', 'PC/ABS']);
  });

  it('counts out serial numbers', () => {
    expect(serialsOf('A1; A2, A2', null)).toEqual(['A1', 'A2']);
    expect(serialsOf('', null)).toEqual([]);
    expect(serialsOf('009-011', 3)).toEqual(['009', '010', '011']);
    expect(serialsOf('SN001 - SN003; 7', 4)).toEqual(['SN001', 'SN002', 'SN003', '7']);
    expect(serialsOf('2022-11', null)).toEqual(['2022-11']);
    expect(serialsOf('1-99999', null)).toEqual(['1-99999']);
    expect(serialsOf('A1; A2', 3)).toBe("'A1; A2' is 2 serial numbers, and the quantity is 3.");
  });

  it('takes a dash for a range only where the quantity asks for one', () => {
    expect(serialsOf('AB-12-15', 1)).toEqual(['AB-12-15']);
    expect(serialsOf('10-12; 20-22', 2)).toEqual(['10-12', '20-22']);
    expect(serialsOf('10-12', 2)).toBe("'10-12' is 1 or 3 serial numbers, and the quantity is 2.");
    expect(serialsOf('10-12', null)).toBe("'10-12' is 1 or 3 serial numbers: the row must have a quantity.");
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
