import { describe, expect, it } from '@jest/globals';
import { isMissingCode } from './missing-code.js';

describe('isMissingCode', () => {
  it.each([
    ['Chromium', 'Failed to fetch dynamically imported module: http://localhost/assets/kind-pages-1.js'],
    ['Firefox', 'error loading dynamically imported module: http://localhost/assets/kind-pages-1.js'],
    ['Safari', 'Importing a module script failed.'],
    ['a style sheet', 'Unable to preload CSS for /assets/kind-pages-1.css'],
  ])('knows what %s says', (_, message) => {
    expect(isMissingCode(new TypeError(message))).toBe(true);
  });

  it('knows other faults from it', () => {
    expect(isMissingCode(new Error('The server cannot be reached.'))).toBe(false);
    expect(isMissingCode('gone')).toBe(false);
  });
});
