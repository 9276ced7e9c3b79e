import { describe, expect, it } from '@jest/globals';
import { directionOf, nextSort, sortKeys } from './sort.js';

describe('how a list is sorted', () => {
  it.each([
    ['name', 'name', 'ascending'],
    ['-name', 'name', 'descending'],
    ['status,-name', 'name', undefined],
    [undefined, 'name', undefined],
    ['name', null, undefined],
  ] as const)('by %j, the head of %j says %j', (sort, key, direction) => {
    expect(directionOf(sort, key)).toBe(direction);
  });

  it('turns round with each press on a head, and begins ascending', () => {
    expect(nextSort(undefined, 'name')).toBe('name');
    expect(nextSort('name', 'name')).toBe('-name');
    expect(nextSort('-name', 'name')).toBe('name');
    expect(nextSort('-status', 'name')).toBe('name');
  });

  it('names its fields without directions', () => {
    expect(sortKeys('-status, name,')).toEqual(['status', 'name']);
    expect(sortKeys(undefined)).toEqual([]);
  });
});
