import { expect, it } from '@jest/globals';
import { rounds } from './rounds.js';

it('runs a fifth of the rounds, at least one, and all of them where TEST_LONG is set', () => {
  expect([rounds(400, ''), rounds(4, ''), rounds(400, '1')]).toEqual([80, 1, 400]);
});
