import { expect, it } from '@jest/globals';
import { MemberUse } from './member-use.js';

it('names the values that were not asked for, in objects and lists', () => {
  const use = new MemberUse();
  const item = use.follow({
    title: 'A',
    empty: '',
    labels: ['x', 'y'],
    colours: ['red'],
    author: { name: 'Ada', email: 'ada@example.org' },
    cards: [
      { id: 1, due: null },
      { id: 2, due: 'soon', checklist: { items: [{ done: true }] } },
    ],
  });
  const { title, labels, author, cards } = item as unknown as {
    readonly title: string;
    readonly labels: readonly string[];
    readonly author: { readonly name: string };
    readonly cards: readonly { readonly id: number }[];
  };
  expect([title, [...labels], author.name]).toEqual(['A', ['x', 'y'], 'Ada']);
  expect(cards.map(({ id }) => id)).toEqual([1, 2]);
  expect(use.unused().toSorted()).toEqual(['author.email', 'cards[].checklist.items[].done', 'cards[].due', 'colours']);
});

it('counts everything in a value as used that is passed on as a whole', () => {
  const use = new MemberUse();
  const item = use.follow({ material: { density: 1.2, sizes: [1.75] }, other: 1 });
  expect(JSON.stringify({ ...(item['material'] as object) })).toBe('{"density":1.2,"sizes":[1.75]}');
  expect(use.unused()).toEqual(['other']);
});
