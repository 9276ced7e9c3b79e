import { describe, expect, it } from '@jest/globals';
import { PAGE_ROWS, type RowSource, RowStore } from './row-store.js';

interface Row {
  readonly id: string;
  readonly rank: number;
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

function sourceOf(rows: Row[]) {
  const asked: (string | null)[] = [];
  const source: RowSource<Row> = {
    page: async (cursor) => {
      asked.push(cursor);
      const start = cursor === null ? 0 : rows.findIndex(({ id }) => id === cursor);
      const end = start + PAGE_ROWS;
      return { data: rows.slice(start, end), next_cursor: rows[end]?.id ?? null };
    },
    positions: async () => ({
      total: rows.length,
      cursors: rows.filter((_, index) => index > 0 && index % PAGE_ROWS === 0).map(({ id }) => id),
    }),
    idOf: ({ id }) => id,
    byIds: async (ids) => rows.filter(({ id }) => ids.includes(id)),
    moves: (before, after) => before.rank !== after.rank,
  };
  return { source, asked };
}

const rowsOf = (count: number): Row[] => Array.from({ length: count }, (_, rank) => ({ id: `r${rank}`, rank }));

describe('RowStore', () => {
  it('jumps to any page once positions are known', async () => {
    const { source, asked } = sourceOf(rowsOf(1_000));
    const store = new RowStore(source);
    store.open();
    await turn();
    store.show(950, 960);
    await turn();

    expect(store.state).toMatchObject({ count: 1_000, exact: true });
    expect(store.at(955)).toEqual({ id: 'r955', rank: 955 });
    expect(asked).toEqual([null, 'r900']);
  });

  it('shows a changed row without loading the list again', async () => {
    const rows = rowsOf(150);
    const { source, asked } = sourceOf(rows);
    const store = new RowStore(source);
    store.open();
    await turn();
    const state = store.state;
    rows[3] = { id: 'r3', rank: 3 };
    await store.refresh(['r3']);

    expect(store.at(3)).toBe(rows[3]);
    expect(store.state).toBe(state);
    expect(asked).toEqual([null]);
  });

  it('loads the list again where a row moves', async () => {
    const rows = rowsOf(150);
    const { source, asked } = sourceOf(rows);
    const store = new RowStore(source);
    store.open();
    await turn();
    const [first] = rows.splice(0, 1);
    rows.push({ id: first?.id ?? '', rank: 999 });
    await store.refresh(['r0']);
    await turn();

    expect(asked.length).toBeGreaterThan(1);
    expect(store.at(0)?.id).toBe('r1');
  });

  it('loads visible pages again that begin elsewhere after rows were removed', async () => {
    const rows = rowsOf(500);
    const { source } = sourceOf(rows);
    const store = new RowStore(source);
    store.open();
    await turn();
    store.show(250, 260);
    await turn();
    rows.splice(0, 10);
    store.reload();
    await turn();
    await turn();

    expect(store.state.count).toBe(490);
    expect(store.at(250)?.id).toBe('r260');
  });
});
