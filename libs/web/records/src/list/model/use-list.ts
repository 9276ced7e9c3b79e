import { type CubitRecord, RowStore, type RecordMessage, type RowStoreState } from '@cubit/web-client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useApp } from '../../app/app-context.js';
import { useRecordMessages } from '../../app/workspace-context.js';
import { LiveRows } from './live-rows.js';
import { forgetWith, type ListMemory, rememberedList } from './list-memory.js';
import { listKey, type ListQuery, rowSource } from './row-source.js';

export interface List {
  readonly store: RowStore<CubitRecord>;
  readonly memory: ListMemory;
  readonly key: string;
}

/** The rows of a list, live: those that the stream names are fetched again within 100 ms. */
export function useList(query: ListQuery): List {
  const { api } = useApp();
  const queries = useQueryClient();
  useEffect(() => forgetWith(queries.getQueryCache()), [queries]);
  const key = listKey(query);
  const shape = JSON.stringify([query.fields, query.expand]);
  const list = useMemo((): List => {
    const memory = rememberedList(key, shape, () => new RowStore(rowSource(api, query)));
    return { store: memory.store, memory, key };
    // `key` and `shape` say all that is in the query.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the query is a new object with each render
  }, [api, key, shape]);
  useEffect(() => list.store.open(), [list]);
  useLiveRows(query.kind, list.store);
  return list;
}

function useLiveRows(kind: string, store: RowStore<CubitRecord>): void {
  const rows = useMemo(() => new LiveRows(store), [store]);
  useEffect(() => () => rows.end(), [rows]);
  useRecordMessages(
    kind,
    useCallback((message: RecordMessage | null) => rows.note(message), [rows]),
  );
}

/** How many rows there are, and whether they load or failed. Rows change without it. */
export function useStoreState(store: RowStore<CubitRecord>): RowStoreState {
  return useSyncExternalStore(store.watch, () => store.state);
}

/** One row; only its own changes draw again. */
export function useRow(store: RowStore<CubitRecord>, index: number): CubitRecord | undefined {
  return useSyncExternalStore(store.watch, () => store.at(index));
}
