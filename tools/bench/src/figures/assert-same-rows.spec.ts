import { describe, expect, it } from '@jest/globals';
import { assertSameRows } from './assert-same-rows.js';
import type { Figure } from './figure.js';

const figure: Figure = {
  id: 'list',
  title: 'list',
  lane: { target: 'program', next: () => ({ method: 'GET', path: '/program' }) },
  against: { target: 'limit', next: () => ({ method: 'GET', path: '/limit' }) },
  bar: null,
  sameRows: true,
};
const compare = (program: object, limit: object) =>
  assertSameRows(figure, (target) => Promise.resolve({ ...(target === 'program' ? program : limit) }));

describe('the answers of the program and of the limit', () => {
  it('may differ in their cursors', async () => {
    await expect(
      compare({ data: [{ id: 1 }], next_cursor: 'a' }, { data: [{ id: 1 }], next_cursor: 'b' }),
    ).resolves.toBeUndefined();
  });

  it('must not differ in their rows', async () => {
    await expect(compare({ data: [{ id: 1 }] }, { data: [{ id: 2 }] })).rejects.toThrow("'list': the program and");
  });

  it('must not differ in whether there are more', async () => {
    await expect(compare({ data: [], next_cursor: 'a' }, { data: [], next_cursor: null })).rejects.toThrow('different');
  });
});
