import { describe, expect, it } from '@jest/globals';
import { isLike } from './is-like.js';

describe('a stored setting', () => {
  it.each([
    [true, false],
    [480, 320],
    [['a'], []],
    [
      { order: ['a'], hidden: [], more: 1 },
      { order: [], hidden: [] },
    ],
    [{ columns: ['a'] }, {}],
  ])('%j can stand for %j', (value, model) => {
    expect(isLike(value, model)).toBe(true);
  });

  it.each([
    [undefined, []],
    [null, {}],
    [null, []],
    ['yes', true],
    [{ 0: 'a' }, []],
    [['a'], {}],
    [{ order: [] }, { order: [], hidden: [] }],
    [
      { order: 'a', hidden: [] },
      { order: [], hidden: [] },
    ],
  ])('%j cannot stand for %j', (value, model) => {
    expect(isLike(value, model)).toBe(false);
  });
});
