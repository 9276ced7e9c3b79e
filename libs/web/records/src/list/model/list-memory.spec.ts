import { describe, expect, it } from '@jest/globals';
import { type CubitRecord, RowStore } from '@cubit/web-client';
import { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../app/query-keys.js';
import { forgetWith, rememberedList } from './list-memory.js';

/** A store that counts how often it was ended. */
function storeOf() {
  const page = () => Promise.resolve({ data: [], next_cursor: null });
  const positions = () => Promise.resolve({ total: 0, cursors: [] });
  const byIds = () => Promise.resolve([]);
  const store = new RowStore<CubitRecord>({
    ...{ page, positions, byIds, idOf: ({ id }) => id, versionOf: ({ version }) => version },
  });
  const ended = { times: 0 };
  const end = store.end.bind(store);
  store.end = () => {
    ended.times += 1;
    end();
  };
  return { store, ended };
}

describe('the memory of a list', () => {
  it('is the same while it asks for the same fields', () => {
    const first = rememberedList('same', 'name', () => storeOf().store);
    first.top = 120;
    expect(rememberedList('same', 'name', () => storeOf().store)).toBe(first);
  });

  it('keeps its place, with another store, where it asks for other fields', () => {
    const { store, ended } = storeOf();
    rememberedList('fields', 'name', () => store).top = 120;
    const next = rememberedList('fields', 'name,status', () => storeOf().store);
    expect(next.top).toBe(120);
    expect(next.store).not.toBe(store);
    expect(ended.times).toBe(1);
  });

  it('is forgotten when four others were used since', () => {
    const { store, ended } = storeOf();
    rememberedList('old', 'name', () => store).top = 120;
    for (const key of ['a', 'b', 'c', 'd']) rememberedList(key, 'name', () => storeOf().store);
    expect(ended.times).toBe(1);
    expect(rememberedList('old', 'name', () => storeOf().store).top).toBe(0);
  });

  it('is forgotten with the person, and not with what is theirs', () => {
    const queries = new QueryClient();
    forgetWith(queries.getQueryCache());
    queries.setQueryData(queryKeys.me(), {});
    queries.setQueryData(queryKeys.mySettings('shop'), {});
    const { store, ended } = storeOf();
    rememberedList('mine', 'name', () => store);
    queries.removeQueries({ queryKey: queryKeys.mySettings('shop') });
    expect(ended.times).toBe(0);
    queries.clear();
    expect(ended.times).toBe(1);
  });
});
