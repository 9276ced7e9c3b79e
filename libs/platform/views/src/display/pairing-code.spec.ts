import { describe, expect, it } from '@jest/globals';
import { createPairingCode, readPairingCode } from './pairing-code.js';

describe('a pairing code', () => {
  it('is six letters of twenty, without vowels and without letters that are mistaken for digits', () => {
    const letters = new Set(Array.from({ length: 500 }, () => createPairingCode()).join(''));
    expect([...letters].sort().join('')).toBe('BCDFGHJKLMNPQRSTVWXZ');
    expect(createPairingCode((below) => below - 1)).toBe('ZZZZZZ');
    expect(createPairingCode(() => 0)).toBe('BBBBBB');
  });

  it.each(['BCDFGH', 'bcdfgh', 'bcd fgh', ' BCD-FGH '])('is read from %j', (typed) => {
    expect(readPairingCode(typed)).toBe('BCDFGH');
  });
});
