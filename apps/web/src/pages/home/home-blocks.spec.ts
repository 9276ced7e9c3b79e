import { describe, expect, it } from '@jest/globals';
import type { UiModule } from '@cubit/web-client';
import { AS_DECLARED, blocksOf, groupsOf, inOrder, moved, withHidden } from './home-blocks.js';

const modules: readonly UiModule[] = [
  {
    ...{ name: 'stock', title: 'Stock', description: '' },
    ui: {
      home: [
        { title: 'On order', metric: 'stock:order' },
        { title: 'Low', metric: 'stock:part', rows: {} },
        { title: 'Elsewhere', metric: 'other:thing', rows: {} },
      ],
    },
  },
  {
    ...{ name: 'work', title: 'Work', description: '' },
    ui: { home: [{ title: 'Late', metric: 'work:task', rows: {} }] },
  },
  { name: 'bare', title: 'Bare', description: '', ui: {} },
];
const hasKind = (id: string) => !id.startsWith('other:');
const blocks = blocksOf({ modules, hasKind, asked: false });
const idsOf = (parts: readonly { readonly id: string }[]) => parts.map(({ id }) => id);

describe('the parts of the home page', () => {
  it('are what waits for somebody, then what happened, then numbers, of kinds that there are', () => {
    expect(idsOf(blocks)).toEqual(['stock:Low', 'work:Late', 'lately', 'stock:On order']);
  });

  it('begin with what agents ask for, where they do', () => {
    expect(idsOf(blocksOf({ modules, hasKind, asked: true })).slice(0, 2)).toEqual(['approvals', 'stock:Low']);
  });

  it('are drawn with their neighbours of the same sort', () => {
    expect(groupsOf(blocks).map(idsOf)).toEqual([['stock:Low', 'work:Late', 'lately'], ['stock:On order']]);
  });
});

describe('an arrangement', () => {
  it('moves a part by places, and not beyond the ends', () => {
    const up = moved(blocks, AS_DECLARED, ['stock:On order', -1]);
    expect(idsOf(inOrder(blocks, up))).toEqual(['stock:Low', 'work:Late', 'stock:On order', 'lately']);
    const down = moved(blocks, up, ['stock:Low', 9]);
    expect(idsOf(inOrder(blocks, down))).toEqual(['work:Late', 'stock:On order', 'lately', 'stock:Low']);
    expect(moved(blocks, down, ['work:Late', -1]).order).toEqual(down.order);
  });

  it('has a part that it does not know behind the one that it follows usually', () => {
    const order = ['stock:On order', 'lately', 'stock:Low'];
    expect(idsOf(inOrder(blocks, { order, hidden: [] }))).toEqual([
      'stock:On order',
      'lately',
      'stock:Low',
      'work:Late',
    ]);
    expect(idsOf(inOrder(blocks, { order: ['lately'], hidden: [] }))[0]).toBe('stock:Low');
  });

  it('leaves out parts that are gone, and says each once', () => {
    const order = ['gone:Tile', 'lately', 'lately'];
    expect(idsOf(inOrder(blocks, { order, hidden: [] }))).toEqual([
      'stock:Low',
      'work:Late',
      'lately',
      'stock:On order',
    ]);
  });

  it('hides a part once, and shows it again', () => {
    const hidden = withHidden(withHidden(AS_DECLARED, 'lately', true), 'lately', true);
    expect(hidden.hidden).toEqual(['lately']);
    expect(withHidden(hidden, 'lately', false)).toEqual(AS_DECLARED);
  });
});
