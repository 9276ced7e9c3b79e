import { describe, expect, it } from '@jest/globals';
import { Api, type CubitRecord } from '@cubit/web-client';
import { listKey, type ListQuery, rowSource } from './row-source.js';

const QUERY: ListQuery = {
  ...{ slug: 'shop', kind: 'inventory:part', filter: '', sort: '-status,name' },
  ...{ fields: ['name', 'status'], expand: ['supplier'] },
};
const { signal } = new AbortController();

function askedBy(query: ListQuery) {
  const asked: URL[] = [];
  const send = (url: unknown): Promise<Response> => {
    asked.push(new URL(String(url), 'http://cubit.test'));
    return Promise.resolve(Response.json({ data: [], next_cursor: null, total: 0, cursors: [] }));
  };
  return { asked, source: rowSource(new Api(send), query) };
}

const recordOf = (fields: CubitRecord['fields'], updated = '1'): CubitRecord => ({
  ...{ id: '1', kind: QUERY.kind, title: 'Nut', version: 1, fields, tags: [] },
  ...{ created_at: '', updated_at: updated, created_by: null, deleted_at: null },
});

describe('the rows of a list', () => {
  it('have one key for the same rows in the same order, whatever fields are shown', () => {
    expect(listKey({ ...QUERY, fields: ['name'] })).toBe(listKey(QUERY));
    for (const other of [{ filter: 'low' }, { sort: 'name' }, { deleted: true }, { slug: 'other' }])
      expect(listKey({ ...QUERY, ...other })).not.toBe(listKey(QUERY));
  });

  it('are asked for with the filter only where there is one', async () => {
    const { asked, source } = askedBy(QUERY);
    await source.page('next', signal);
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
      ...{ fields: 'name,status', expand: 'supplier', sort: '-status,name', cursor: 'next', limit: '100' },
    });
  });

  it('that changed are asked for by id with the filter, so that those it no longer has are absent', async () => {
    const { asked, source } = askedBy({ ...QUERY, filter: 'low' });
    await source.byIds(['1', '2'], signal);
    expect(asked[0]?.searchParams.get('ids')).toBe('1,2');
    expect(asked[0]?.searchParams.get('filter')).toBe('low');
  });

  it('in the trash have no positions', async () => {
    const { asked, source } = askedBy({ ...QUERY, deleted: true });
    expect(await source.positions(signal)).toEqual({ total: 0, cursors: [], partial: true });
    expect(asked).toEqual([]);
  });

  it('move with the values that the list is sorted by, of fields and of records', () => {
    const { source } = askedBy(QUERY);
    const before = recordOf({ status: 'draft', name: 'Nut', min: 5 });
    expect(source.moves?.(before, recordOf({ status: 'draft', name: 'Nut', min: 7 }))).toBe(false);
    expect(source.moves?.(before, recordOf({ status: 'active', name: 'Nut', min: 5 }))).toBe(true);
    const byTime = askedBy({ ...QUERY, sort: '-updated_at' }).source;
    expect(byTime.moves?.(before, recordOf(before.fields, '2'))).toBe(true);
  });
});
