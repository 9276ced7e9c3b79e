import { describe, expect, it } from '@jest/globals';
import { edited, type Favourite, favouritesIn, movedBy } from './favourite-list.js';

const page = (name: string, title = name): Favourite => ({ title, icon: 'box', href: `/w/shop/${name}` });

describe('favourites', () => {
  it('are those of a stored list that lead to a page of the workspace, each once', () => {
    const stored = [
      page('a'),
      ...[null, 'b', 7, [], {}, { title: 'C', icon: 'box' }, { title: 1, icon: 'box', href: '/w/shop/d' }],
      ...[
        { ...page('e'), href: 'javascript:alert(1)' },
        { ...page('f'), href: '/w/shopping/f' },
      ],
      page('a', 'Again'),
    ];
    expect(favouritesIn(stored, '/w/shop')).toEqual([page('a')]);
  });

  it('are moved by places', () => {
    expect(movedBy(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b']);
    expect(movedBy(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
  });

  it('are edited without a loss of what another tab did meanwhile', () => {
    const from = [page('a'), page('b'), page('c')];
    const to = [page('c', 'First'), page('a')];
    const before = [page('a'), page('c'), page('d')];
    const after = edited(before, { from, to });
    expect(after).toEqual([page('c', 'First'), page('a'), page('d')]);
    expect(edited(after, { from, to })).toEqual(after);
    expect(edited([page('b')], { from, to })).toEqual([]);
  });
});
