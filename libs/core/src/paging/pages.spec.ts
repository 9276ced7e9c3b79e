import { describe, expect, it } from '@jest/globals';
import { pagesOf } from './pages.js';

async function readAll(count: number) {
  const limits: (number | undefined)[] = [];
  const pages: (readonly number[])[] = [];
  const all = Array.from({ length: count }, (_, index) => index + 1);
  const read = (last = 0) => {
    limits.push(last);
    return Promise.resolve(all.slice(last, last + 2));
  };
  for await (const page of pagesOf({ size: 2, read })) pages.push(page);
  return { asked: limits, pages };
}

describe('pagesOf', () => {
  it('reads each page after the last row of the previous one, until a page is not full', async () => {
    expect(await readAll(5)).toEqual({ asked: [0, 2, 4], pages: [[1, 2], [3, 4], [5]] });
  });

  it('ends after a full last page', async () => {
    expect(await readAll(4)).toEqual({
      asked: [0, 2, 4],
      pages: [
        [1, 2],
        [3, 4],
      ],
    });
  });

  it('yields no page for no rows', async () => {
    expect(await readAll(0)).toEqual({ asked: [0], pages: [] });
  });
});
