import { describe, expect, it } from '@jest/globals';
import { isSlug, nextSlug, slugOf } from './slug.js';

describe('the address of a workspace', () => {
  it.each([
    ['Maker Lab', 'maker-lab'],
    ['Räuber & Söhne', 'rauber-sohne'],
    ['  3D! ', '3d'],
    ['工房', ''],
  ])('is proposed from its name: %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it('counts on where it is taken', () => {
    expect(nextSlug('lab')).toBe('lab-2');
    expect(nextSlug('lab-2')).toBe('lab-3');
  });

  it('has small letters, digits and hyphens inside', () => {
    expect(['lab', 'lab-2', '-lab', 'Lab', ''].map(isSlug)).toEqual([true, true, false, false, false]);
  });
});
