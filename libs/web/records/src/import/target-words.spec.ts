import { describe, expect, it } from '@jest/globals';
import type { UiKind } from '@cubit/web-client';
import type { ImportTarget } from './import-types.js';
import { reasonText, takesOf, titlesOf } from './target-words.js';

const targetOf = (name: string, title: string): ImportTarget => ({
  ...{ name, title, kind: 'store:good', field: name, identifies: false },
});
const titleOf = titlesOf([targetOf('min_stock', 'Minimum'), targetOf('stock.qty', 'Stock item: quantity')]);

describe('the reasons of a refused row', () => {
  it.each([
    ['min_stock: must be at least 0.', 'Minimum: must be at least 0.'],
    [
      'min_stock: must be at least 0. stock/qty: is required.',
      'Minimum: must be at least 0. Stock item: quantity: is required.',
    ],
    ['min_stock/unit: is required.', 'Minimum: is required.'],
    ['other_field: is required.', 'Other field: is required.'],
    ["name: there is no 'Bolt. size: 3'.", "Name: there is no 'Bolt. size: 3'."],
    ['the line is broken.', 'The line is broken.'],
  ])('name fields by their titles: %j', (reasons, shown) => {
    expect(reasonText(reasons, titleOf)).toBe(shown);
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
