import { describe, expect, it } from '@jest/globals';
import { Field } from '@cubit/core';
import type { ShapeField } from '@cubit/core/host';
import { SEED } from '@cubit/testing';
import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { cleanCell } from '../table/clean-cell.js';
import { readMoney } from '../table/clean-money.js';
import { ColumnChoices, stylesOf } from './column-choices.js';

function fieldOf(name: string, schema: TSchema): ShapeField {
  const { 'x-type': type = '' } = schema as { readonly 'x-type'?: string };
  return { name, type, schema, required: false } as unknown as ShapeField;
}
const GIVEN = { decimal: null, dates: null };

function choicesOf(
  columns: Readonly<Record<string, { field: ShapeField; cells: readonly string[] }>>,
  isTyped = false,
) {
  const choices = new ColumnChoices({ given: GIVEN, isTyped, lenient: true });
  for (const [name, { field, cells }] of Object.entries(columns))
    for (const [index, text] of cells.entries()) choices.see({ name, target: field.name, field, row: index + 1, text });
  return choices.decide();
}
const decided = (schema: TSchema, cells: readonly string[]) => {
  const [choice] = choicesOf({ Column: { field: fieldOf('it', schema), cells } });
  return choice && choice.value === null ? choice.readings.map(({ first }) => first) : (choice?.value ?? 'any');
};

describe('the cells of a column', () => {
  it.each([
    [['1', '20'], 'any'],
    [['2,000', '1,000.50'], '.'],
    [['2.000', '1.000,50'], ','],
    [['1,000,000'], '.'],
    [['1.5', '2,000'], '.'],
    [['1 234,50', '2'], ','],
    [['1 234,500'], ','],
    [['0,125'], ','],
    [['1,5', '2.5'], 'mixed'],
    [['2,000'], ['2000', '2']],
    [['1.250'], ['1.25', '1250']],
    [['<5', 'many', '2.000,5'], ','],
  ])('of numbers %j decide %j', (cells, value) => {
    expect(decided(Field.decimal(), cells)).toEqual(value);
  });

  it('of whole numbers have no places', () => {
    expect(decided(Field.integer(), ['1,234'])).toBe('.');
    expect(decided(Field.integer(), ['1.234'])).toBe(',');
    expect(decided(Field.integer(), ['1.000'])).toEqual(['1', '1000']);
  });

  it('of amounts are looked at without their currency', () => {
    expect(decided(Field.money(), ['€ 1.234,50', '12 EUR'])).toBe(',');
    expect(decided(Field.money(), ['$1,234'])).toEqual(['1234', '1.234']);
  });

  it.each([
    [['2025-01-09', '9 Jan 2025'], 'any'],
    [['15-01-2025', '09-01-2025'], 'dmy'],
    [['09/01/2025', '25/11/2020 14:30'], 'dmy'],
    [['01/02/2025', '11/25/2020'], 'mdy'],
    [['01/02/2025', '25.11.2020'], 'dmy'],
    [['25/11/2020 14:30', '11/25/2020 2:30 PM'], 'mixed'],
    [['25.11.2020', '11/25/2020'], 'mixed'],
    [['05/05/2025'], 'any'],
    [['15/01/25', '14-02-2025'], 'dmy'],
    [['25-01-32', '25-01-15'], 'dmy'],
    [['32-01-15', '25-01-15'], 'ymd'],
    [
      ['25-01-02', '13-01-30'],
      ['2002-01-25', '2025-01-02'],
    ],
    [
      ['09-01-2025', '10-12-2024'],
      ['2025-01-09', '2025-09-01'],
    ],
  ])('of dates %j decide %j', (cells, value) => {
    expect(decided(Field.date(), cells)).toEqual(value);
  });

  it('of one column help another one that fits both', () => {
    const [qty, cost] = [fieldOf('qty', Field.decimal()), fieldOf('cost', Field.decimal())];
    const found = choicesOf({ Qty: { field: qty, cells: ['1.000'] }, Cost: { field: cost, cells: ['2,50'] } });
    expect(found.map(({ column, value }) => [column, value])).toEqual([
      ['Qty', ','],
      ['Cost', ','],
    ]);
  });

  it('of a workbook have types: a number with a point is one', () => {
    expect(choicesOf({ Qty: { field: fieldOf('qty', Field.decimal()), cells: ['1.234'] } }, true)).toEqual([]);
  });
});

const LOCALES = ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'pt-PT', 'sv-SE'] as const;

describe('a column in the style of a country', () => {
  it('of numbers and amounts is read back, or nothing in it is decided', () => {
    const numbers = fc.array(
      fc.record({ whole: fc.integer({ min: -2_000_000, max: 2_000_000 }), places: fc.integer({ min: 0, max: 999 }) }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(numbers, fc.constantFrom(...LOCALES), fc.boolean(), (parts, locale, isMoney) => {
        const values = parts.map(({ whole, places }) => Number(`${whole}.${String(places).padStart(3, '0')}`));
        const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
        const cells = values.map((value) => format.format(value).replace('−', '-'));
        const field = fieldOf('it', isMoney ? Field.money() : Field.decimal());
        const [choice] = choicesOf({ Column: { field, cells } });
        if (choice?.value === null) return;
        const { given, byColumn } = stylesOf(choice ? [choice] : [], GIVEN);
        const style = byColumn.get('Column') ?? given;
        const read = cells.map((cell) => {
          if (!isMoney) return (cleanCell(field, cell, style) as { readonly value?: unknown }).value;
          const money = readMoney(cell, style.style);
          return money !== null && typeof money === 'object' ? Number(money.amount) : money;
        });
        expect({ locale, cells, read }).toEqual({ locale, cells, read: values });
      }),
      { numRuns: 1_000, seed: SEED },
    );
  });

  it('of dates is read back, or nothing in it is decided', () => {
    const days = fc.array(fc.date({ min: new Date('2001-01-01'), max: new Date('2039-12-31'), noInvalidDate: true }), {
      minLength: 1,
      maxLength: 4,
    });
    const field = fieldOf('it', Field.date());
    fc.assert(
      fc.property(days, fc.constantFrom('en-US', 'en-GB', 'de-DE', 'fr-FR', 'pt-PT', 'sv-SE'), (dates, locale) => {
        const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC' });
        const cells = dates.map((date) => format.format(date));
        const [choice] = choicesOf({ Column: { field, cells } });
        if (choice?.value === null) return;
        const { given, byColumn } = stylesOf(choice ? [choice] : [], GIVEN);
        const read = cells.map((cell) => cleanCell(field, cell, byColumn.get('Column') ?? given));
        const right = dates.map((date) => ({ value: date.toISOString().slice(0, 10) }));
        expect({ locale, cells, read }).toEqual({ locale, cells, read: right });
      }),
      { numRuns: 1_000, seed: SEED },
    );
  });
});
