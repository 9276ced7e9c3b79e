import { describe, expect, it } from '@jest/globals';
import { mergePatch, same } from './merge-patch.js';

describe('a merge patch', () => {
  it('names what an object no longer has as null', () => {
    expect(mergePatch({ a: 1, b: 2 }, { a: 3 })).toEqual({ a: 3, b: null });
    expect(mergePatch({ a: 1 }, { a: undefined })).toEqual({ a: null });
  });

  it('replaces what is no object, and empties what is gone', () => {
    expect(mergePatch([1, 2], [3])).toEqual([3]);
    expect(mergePatch({ a: 1 }, 'text')).toBe('text');
    expect(mergePatch(null, { a: 1 })).toEqual({ a: 1 });
    expect(mergePatch({ a: 1 }, undefined)).toBeNull();
  });
});

describe('equal values', () => {
  it('have the same members in any order; a missing value is null', () => {
    expect(same({ a: 1, b: { c: [1], d: 2 } }, { b: { d: 2, c: [1] }, a: 1 })).toBe(true);
    expect(same(undefined, null)).toBe(true);
  });

  it('have the same order of items', () => {
    expect(same([1, 2], [2, 1])).toBe(false);
    expect(same({ a: 1 }, { a: '1' })).toBe(false);
  });
});
