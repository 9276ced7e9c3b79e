import { describe, expect, it } from '@jest/globals';
import { type Page, RowStore } from '@cubit/web-client';
import { GroupedRows, type RowGroup } from './grouped-rows.js';

interface Item {
  readonly id: string;
  readonly version: number;
  readonly tags: readonly string[];
}

// eslint-disable-next-line no-restricted-syntax -- one turn of the event loop, and not a time
const turn = () => new Promise((resolve) => setTimeout(resolve));

function groupedOf(items: Item[]) {
  const asked: (string | null)[] = [];
  const inGroup = (value: string | null) =>
    items.filter(({ tags }) => (value === null ? tags.length === 0 : tags.includes(value)));
  const rows = new GroupedRows<Item>(
    (value) =>
      new RowStore<Item>({
        page: async (): Promise<Page<Item>> => {
          asked.push(value);
          return { data: inGroup(value), next_cursor: null };
        },
        positions: async () => ({ total: inGroup(value).length, cursors: [] }),
        idOf: ({ id }) => id,
        versionOf: ({ version }) => version,
        byIds: async (ids) => inGroup(value).filter(({ id }) => ids.includes(id)),
      }),
  );
  const count = (...values: (string | null)[]) => {
    const groups = values.map((value): RowGroup => ({ value, count: inGroup(value).length }));
    rows.setGroups({ groups, records: items.length });
  };
  const ids = () => Array.from({ length: rows.state.count }, (_, index) => rows.at(index)?.id);
  return { rows, asked, count, ids };
}

const item = (id: string, ...tags: string[]): Item => ({ id, version: 1, tags });

describe('rows in groups', () => {
  it('have a record under each of its values, and load the groups of which something is shown', async () => {
    const { rows, asked, count, ids } = groupedOf([item('bolt', 'm3', 'steel'), item('nut', 'm3'), item('tape')]);
    expect(rows.state).toMatchObject({ loading: true, count: 0 });
    rows.showAll([[0, 1]]);
    count('m3', 'steel', null);
    await turn();
    expect(rows.state).toMatchObject({ loading: false, count: 4, records: 3, exact: true });
    expect([asked, ids()]).toEqual([['m3'], ['bolt', 'nut', undefined, undefined]]);
    rows.showAll([[1, 3]]);
    await turn();
    expect([asked, ids()]).toEqual([
      ['m3', 'steel', null],
      ['bolt', 'nut', 'bolt', 'tape'],
    ]);
    expect([rows.indexOf('bolt'), rows.indexOf('tape'), rows.indexOf('glue')]).toEqual([0, 3, -1]);
  });

  it('show a change that the server has not answered yet in each group', async () => {
    const { rows, count } = groupedOf([item('bolt', 'm3', 'steel')]);
    count('m3', 'steel');
    rows.showAll([[0, 1]]);
    await turn();
    const release = rows.hold('bolt', (row) => ({ ...row, version: 2 }));
    expect([rows.at(0)?.version, rows.at(1)?.version]).toEqual([2, 2]);
    release();
    expect([rows.at(0)?.version, rows.at(1)?.version]).toEqual([1, 1]);
  });

  it('follow a record from one group to another', async () => {
    const items = [item('bolt', 'm3'), item('nut', 'm3'), item('screw', 'm4')];
    const { rows, count, ids } = groupedOf(items);
    count('m3', 'm4');
    rows.showAll([[0, 2]]);
    await turn();
    items[0] = { ...item('bolt', 'm4'), version: 2 };
    await rows.refresh(['bolt']);
    count('m3', 'm4');
    await turn();
    expect(ids()).toEqual(['nut', 'bolt', 'screw']);
    items[1] = item('nut');
    count('m4', null);
    await turn();
    expect(ids()).toEqual(['bolt', 'screw', 'nut']);
  });

  it('count the groups again where that failed', () => {
    const { rows, count } = groupedOf([item('bolt', 'm3')]);
    let retried = 0;
    rows.fail('no answer', () => (retried += 1));
    expect(rows.state).toMatchObject({ error: 'no answer', loading: false });
    rows.reload();
    count('m3');
    expect([retried, rows.state.error]).toEqual([1, null]);
  });
});
