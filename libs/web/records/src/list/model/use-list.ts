import { type CubitRecord, RowStore, type RecordMessage, type RowStoreState } from '@cubit/web-client';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useApp } from '../../app/app-context.js';
import { useRecordMessages } from '../../app/workspace-context.js';
import { type ListMemory, rememberedList } from './list-memory.js';
import { listKey, type ListQuery, rowSource } from './row-source.js';

export interface List {
  readonly store: RowStore<CubitRecord>;
  readonly memory: ListMemory;
  readonly key: string;
}

/** The rows of a list, live: those that the stream names are fetched again within 100 ms. */
export function useList(query: ListQuery): List {
  const { api } = useApp();
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

const BATCH_MS = 80;
/** Rows that are not on the screen reload the list at most this often. */
const RELOAD_MS = 1_000;
const MOST_IDS = 200;

function useLiveRows(kind: string, store: RowStore<CubitRecord>): void {
  const pending = useRef<{ ids: Set<string>; all: boolean; timer: number | undefined; reloadedAt: number }>({
    ids: new Set(),
    all: false,
    timer: undefined,
    reloadedAt: 0,
  });
  useEffect(() => {
    const waiting = pending.current;
    return () => {
      window.clearTimeout(waiting.timer);
      waiting.timer = undefined;
    };
  }, [store]);
  const flush = useCallback(() => {
    const waiting = pending.current;
    const { all } = waiting;
    const ids = [...waiting.ids];
    waiting.ids = new Set();
    waiting.all = false;
    waiting.timer = undefined;
    const known = ids.filter((id) => store.indexOf(id) >= 0);
    if (known.length > 0 && known.length <= MOST_IDS) void store.refresh(known);
    if (!all && known.length === ids.length && known.length <= MOST_IDS) return;
    const rest = waiting.reloadedAt + RELOAD_MS - performance.now();
    if (rest <= 0) {
      waiting.reloadedAt = performance.now();
      return store.reload();
    }
    waiting.all = true;
    waiting.timer = window.setTimeout(flush, rest);
  }, [store]);
  const listen = useCallback(
    (message: RecordMessage | null) => {
      const waiting = pending.current;
      if (message?.id === undefined) waiting.all = true;
      else waiting.ids.add(message.id);
      waiting.timer ??= window.setTimeout(flush, BATCH_MS);
    },
    [flush],
  );
  useRecordMessages(kind, listen);
}

/** How many rows there are, and whether they load or failed. Rows change without it. */
export function useStoreState(store: RowStore<CubitRecord>): RowStoreState {
  return useSyncExternalStore(store.watch, () => store.state);
}

/** One row; only its own changes draw again. */
export function useRow(store: RowStore<CubitRecord>, index: number): CubitRecord | undefined {
  return useSyncExternalStore(store.watch, () => store.at(index));
}
