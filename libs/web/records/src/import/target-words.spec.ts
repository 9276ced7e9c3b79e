import { describe, expect, it } from '@jest/globals';
import type { UiKind } from '@cubit/web-client';
import type { ImportTarget } from './import-types.js';
import { rowFaultText, takesOf, titlesOf } from './target-words.js';

const targetOf = (name: string, title: string): ImportTarget => ({
  ...{ name, title, kind: 'store:good', field: name, identifies: false },
});
const titleOf = titlesOf([targetOf('min_stock', 'Minimum'), targetOf('stock.qty', 'Stock item: quantity')]);

describe('a fault of a refused row', () => {
  it.each([
    ['/fields/min_stock', 'must be at least 0.', 'Minimum: must be at least 0.'],
    ['/fields/stock/qty', 'is required.', 'Stock item: quantity: is required.'],
    ['/stock/fields/qty', 'is required.', 'Stock item: quantity: is required.'],
    ['/fields/min_stock/unit', 'is required.', 'Minimum: is required.'],
    ['/fields/other_field', 'is required.', 'Other field: is required.'],
    ['/fields/name', "there is no 'Bolt. min_stock: 3'.", "Name: there is no 'Bolt. min_stock: 3'."],
    ['', 'the line is broken.', 'The line is broken.'],
  ])('names the field at %j by its title', (path, message, shown) => {
    expect(rowFaultText({ path, code: 'format', message }, titleOf)).toBe(shown);
  });
});

describe('what a target takes', () => {
  const field = (name: string, type: string, rest: object = {}) => ({
    name,
    title: name,
    type,
    schema: {},
    ui: {},
    ...rest,
  });
  const good = {
    ...{ id: 'store:good', title: 'Good' },
    fields: [
      field('unit', 'text'),
      field('qty', 'decimal', { ui: { unit: { field: 'unit' } } }),
      field('length', 'integer', { ui: { unit: 'mm' } }),
      field('state', 'enum', { schema: { enum: ['in_use', 'old'] } }),
      field('above', 'ref', { schema: { 'x-kind': 'store:good' } }),
    ],
  } as unknown as UiKind;
  it.each([
    ['unit', 'Text'],
    ['qty', 'Number, in the unit of its row'],
    ['length', 'Whole number, in mm'],
    ['state', 'One of a list: In use, Old'],
    ['above', 'Good'],
    ['gone', ''],
  ])('is said of %s', (name, words) => {
    expect(takesOf((id) => (id === good.id ? good : undefined), targetOf(name, name))).toBe(words);
  });
});
