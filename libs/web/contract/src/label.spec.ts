import { describe, expect, it } from '@jest/globals';
import { labelOf, withTitles } from './label.js';

describe('labelOf', () => {
  it.each([
    ['min_stock', 'Min stock'],
    ['in_progress', 'In progress'],
    ['least-hours', 'Least hours'],
    ['name', 'Name'],
    ['_', ''],
  ])('makes words of %j', (name, title) => {
    expect(labelOf(name)).toBe(title);
  });
});

describe('withTitles', () => {
  const titles = new Map([['qtyBefore', 'Quantity before']]);

  it.each([
    ['`qtyBefore` is what was there.', '“Quantity before” is what was there.'],
    ['In the plain unit: `g`, `m`.', 'In the plain unit: g, m.'],
    ['No code.', 'No code.'],
  ])('makes words of %j', (text, words) => {
    expect(withTitles(text, (name) => titles.get(name))).toBe(words);
  });
});
