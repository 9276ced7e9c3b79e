import { type CubitRecord, type RecordMessage, type RowList, RowStore, type RowStoreState } from '@cubit/web-client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useApp } from '../../app/app-context.js';
import { useRecordMessages } from '../../app/workspace-context.js';
import { joinFilter } from './filter-text.js';
import { GroupedRows } from './grouped-rows.js';
import { type Grouping, groupCondition, groupingText } from './grouping.js';
import { LiveRows } from './live-rows.js';
import { forgetWith, type ListMemory, rememberedList } from './list-memory.js';
import { listKey, type ListQuery, rowSource } from './row-source.js';

export interface List {
  readonly store: RowList<CubitRecord>;
  readonly memory: ListMemory;
  readonly key: string;
}

/**
 * The rows of a list, live: those that the stream names are fetched again within 100 ms. With a grouping, a record has a row in each of its
 * groups.
 */
export function useList(query: ListQuery, grouping?: Grouping): List {
  const { api } = useApp();
  const queries = useQueryClient();
  useEffect(() => forgetWith(queries.getQueryCache()), [queries]);
  const key = [listKey(query), ...(grouping ? [groupingText(grouping)] : [])].join(' ');
  const shape = JSON.stringify([query.fields, query.expand]);
  const list = useMemo((): List => {
    const rows = (part: ListQuery) => new RowStore(rowSource(api, part));
    const inGroup = (of: Grouping, value: string | null) =>
      rows({ ...query, filter: joinFilter([query.filter, groupCondition(of, value)]) });
    const memory = rememberedList(key, shape, () =>
      grouping ? new GroupedRows((value) => inGroup(grouping, value)) : rows(query),
    );
    return { store: memory.store, memory, key };
    // `key` and `shape` say all that is in the query and the grouping.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- both are new objects with each render
  }, [api, key, shape]);
  useEffect(() => list.store.open(), [list]);
  useLiveRows(query.kind, list.store);
  return list;
}

function useLiveRows(kind: string, store: RowList<CubitRecord>): void {
  const rows = useMemo(() => new LiveRows(store), [store]);
  useEffect(() => () => rows.end(), [rows]);
  useRecordMessages(
    kind,
    useCallback((message: RecordMessage | null) => rows.note(message), [rows]),
  );
}

/** How many rows there are, and whether they load or failed. Rows change without it. */
export function useStoreState(store: RowList<CubitRecord>): RowStoreState {
  return useSyncExternalStore(store.watch, () => store.state);
}

/** The number of records of a list, as far as it is known; in groups, one may have several rows. */
export const recordCount = ({ records, count }: RowStoreState): number => records ?? count;

/** One row; only its own changes draw again. */
export function useRow(store: RowList<CubitRecord>, index: number): CubitRecord | undefined {
  return useSyncExternalStore(store.watch, () => store.at(index));
}
