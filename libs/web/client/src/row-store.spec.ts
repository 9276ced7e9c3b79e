import { describe, expect, it } from '@jest/globals';
import { PAGE_ROWS, type RowSource, RowStore } from './row-store.js';

interface Row {
  readonly id: string;
  readonly rank: number;
  readonly version: number;
}

// eslint-disable-next-line no-restricted-syntax -- one turn of the event loop, and not a time
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
    versionOf: ({ version }) => version,
    byIds: async (ids) => rows.filter(({ id }) => ids.includes(id)),
    moves: (before, after) => before.rank !== after.rank,
  };
  return { source, asked };
}

const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, rank) => ({ id: `r${rank}`, rank, version: 1 }));

describe('RowStore', () => {
  it('jumps to any page once positions are known', async () => {
    const { source, asked } = sourceOf(rowsOf(1_000));
    const store = new RowStore(source);
    store.open();
    await turn();
    store.show(950, 960);
    await turn();

    expect(store.state).toMatchObject({ count: 1_000, exact: true });
    expect(store.at(955)).toMatchObject({ id: 'r955', rank: 955 });
    expect(asked).toEqual([null, 'r900']);
  });

  it('loads the parts that are shown, and nothing between them', async () => {
    const { source, asked } = sourceOf(rowsOf(1_000));
    const store = new RowStore(source);
    store.open();
    await turn();
    store.showAll([
      [10, 20],
      [790, 810],
    ]);
    await turn();
    expect(asked).toEqual([null, 'r700', 'r800']);
    expect(store.at(805)).toMatchObject({ id: 'r805' });
    store.showAll([]);
    store.reload();
    await turn();
    expect(asked.slice(3)).toEqual([null]);
  });

  it('shows a changed row without loading the list again', async () => {
    const rows = rowsOf(150);
    const { source, asked } = sourceOf(rows);
    const store = new RowStore(source);
    store.open();
    await turn();
    const state = store.state;
    rows[3] = { id: 'r3', rank: 3, version: 2 };
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
    rows.push({ id: first?.id ?? '', rank: 999, version: 2 });
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

  it('keeps the newer version where an answer that left before a change arrives after it', async () => {
    const { source } = sourceOf(rowsOf(150));
    const { held, ...late } = withLateAnswers(source);
    const store = new RowStore(late);
    store.open();
    await turn();
    held.hold();
    store.reload();
    const asked = store.refresh(['r3']);
    const newer = { id: 'r3', rank: 3, version: 2 };
    store.replace(newer);
    held.release();
    await asked;
    await turn();

    expect(store.state.loading).toBe(false);
    expect(store.at(3)).toBe(newer);
    store.replace({ id: 'r3', rank: 3, version: 1 });
    expect(store.at(3)).toBe(newer);
  });

  it('shows a change that is not answered yet on top of every answer, and the last answer once it is refused', async () => {
    const { source } = sourceOf(rowsOf(150));
    const { held, ...late } = withLateAnswers(source);
    const store = new RowStore(late);
    store.open();
    await turn();
    held.hold();
    store.reload();
    const release = store.hold('r3', (row) => ({ ...row, rank: 33 }));
    const releaseOther = store.hold('r3', (row) => ({ ...row, id: row.id, rank: row.rank + 100 }));
    held.release();
    await turn();
    expect(store.at(3)).toEqual({ id: 'r3', rank: 133, version: 1 });

    releaseOther();
    expect(store.at(3)).toEqual({ id: 'r3', rank: 33, version: 1 });
    store.replace({ id: 'r3', rank: 4, version: 2 });
    expect(store.at(3)).toEqual({ id: 'r3', rank: 33, version: 2 });
    release();
    expect(store.at(3)).toEqual({ id: 'r3', rank: 4, version: 2 });
  });

  it('shows an accepted change before it is read again', async () => {
    const { source } = sourceOf(rowsOf(150));
    const store = new RowStore(source);
    store.open();
    await turn();
    const release = store.hold('r3', (row) => ({ ...row, rank: 33 }));
    release((row) => ({ ...row, rank: 33, version: 2 }));
    store.replace({ id: 'r3', rank: 3, version: 1 });

    expect(store.at(3)).toEqual({ id: 'r3', rank: 33, version: 2 });
  });
});

/** Answers that are made at once, and arrive when they are released. */
function withLateAnswers(source: RowSource<Row>) {
  let gate = Promise.withResolvers<undefined>();
  gate.resolve(undefined);
  const late =
    <Arguments extends unknown[], Result>(ask: (...args: Arguments) => Promise<Result>) =>
    async (...args: Arguments) => {
      const answer = await ask(...args);
      await gate.promise;
      return answer;
    };
  const held = {
    hold: () => void (gate = Promise.withResolvers<undefined>()),
    release: () => gate.resolve(undefined),
  };
  return { ...source, page: late(source.page), byIds: late(source.byIds), held };
}
