import { describe, expect, it } from '@jest/globals';
import { readAhead } from './batches.js';

async function* numbers(made: number[], count: number, end: () => void = () => {}) {
  try {
    for (let number = 1; number <= count; number += 1) {
      made.push(number);
      await Promise.resolve();
      yield number;
    }
    throw new RangeError('broken off');
  } finally {
    end();
  }
}

describe('reading ahead', () => {
  it('prepares the next item while one is processed, and no more', async () => {
    const made: number[] = [];
    const seen: [number, number[]][] = [];
    const reading = (async () => {
      for await (const number of readAhead(numbers(made, 3))) {
        await new Promise((resolve) => setImmediate(resolve));
        seen.push([number, [...made]]);
      }
    })();

    // The error of an item that is prepared early is reported in its turn.
    await expect(reading).rejects.toThrow('broken off');
    expect(seen).toEqual([
      [1, [1, 2]],
      [2, [1, 2, 3]],
      [3, [1, 2, 3]],
    ]);
  });

  it('ends its source when the reader stops', async () => {
    let ended = false;
    for await (const number of readAhead(numbers([], 3, () => (ended = true)))) if (number === 1) break;

    expect(ended).toBe(true);
  });
});
