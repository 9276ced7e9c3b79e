import { describe, expect, it } from '@jest/globals';
import { readSeed } from './seed.js';

describe('the seed of random inputs', () => {
  it('is the same in every run, unless SEED names another', () => {
    expect([readSeed(undefined), readSeed(undefined), readSeed('42'), readSeed('-7')]).toEqual([1, 1, 42, -7]);
  });

  it.each(['', 'x', '1.5', '1e3', ' 1'])('is refused if it is no integer: %j', (given) => {
    expect(() => readSeed(given)).toThrow(`SEED must be an integer, not '${given}'.`);
  });
});
