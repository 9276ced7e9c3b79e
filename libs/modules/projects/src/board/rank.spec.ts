import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SEED } from '@cubit/testing';
import { MAX_RANK_LENGTH, rankBetween, ranksAfter } from './rank.js';

describe('a rank', () => {
  it('lies between its neighbours wherever a task is dropped, however often', () => {
    const places = fc.array(fc.nat(), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(places, (drops) => {
        const board: string[] = [];
        for (const drop of drops) {
          const place = drop % (board.length + 1);
          board.splice(place, 0, rankBetween(board[place - 1], board[place]));
        }
        expect(board).toEqual([...new Set(board)].sort());
      }),
      { seed: SEED },
    );
  });

  it('stays short on a board that is filled from the top or from the bottom', () => {
    const down = ranksAfter(undefined, 5_000);
    const up = [rankBetween(undefined, down[0])];
    for (let index = 0; index < 5_000; index += 1) up.push(rankBetween(undefined, up.at(-1)));
    expect(down).toEqual([...down].sort());
    expect(new Set([...down, ...up].map(({ length }) => length))).toEqual(new Set([6]));
  });

  it('exceeds its limit only after hundreds of tasks in the same gap', () => {
    const [low = '', high] = ranksAfter(undefined, 2);
    let rank = rankBetween(low, high);
    let drops = 1;
    for (; rank.length <= MAX_RANK_LENGTH; drops += 1) rank = rankBetween(low, rank);
    expect(drops).toBeGreaterThan(400);
  });

  it('is refused between neighbours in the wrong order', () => {
    const [low, high] = ranksAfter(undefined, 2);
    expect(() => rankBetween(high, low)).toThrow(RangeError);
    expect(() => rankBetween(low, low)).toThrow(RangeError);
  });
});
