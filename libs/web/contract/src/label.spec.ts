import { describe, expect, it } from '@jest/globals';
import { labelOf } from './label.js';

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
