import { expect, it } from '@jest/globals';
import { rounds, somePairs } from './rounds.js';

it('runs a fifth of the rounds, at least one, and all of them where TEST_LONG is set', () => {
  expect([rounds(400, ''), rounds(4, ''), rounds(400, '1')]).toEqual([80, 1, 400]);
});

it('pairs each row with a fifth of the columns, in turn, and with all of them where TEST_LONG is set', () => {
  const [rows, columns] = [[...'abcde'], [0, 1, 2, 3, 4, 5]];
  const some = somePairs(rows, columns, '').map(([row, column]) => `${row}${column}`);
  expect(some).toEqual(['a0', 'a5', 'b4', 'c3', 'd2', 'e1']);
  expect(somePairs(rows, columns, '1')).toHaveLength(30);
});
