import {
  type Api,
  apiPaths,
  type CubitRecord,
  type Page,
  PAGE_ROWS,
  type Positions,
  type RowSource,
} from '@cubit/web-client';
import { MOST_IDS } from '../../app/load-records.js';

export interface ListQuery {
  readonly slug: string;
  readonly kind: string;
  readonly filter: string;
  readonly sort: string | undefined;
  readonly fields: readonly string[];
  readonly expand: readonly string[];
  readonly deleted?: boolean;
}

/** Two lists with the same key show the same rows in the same order. */
export function listKey({ slug, kind, filter, sort, deleted }: ListQuery): string {
  return JSON.stringify([slug, kind, filter, sort ?? '', deleted === true]);
}

export function rowSource(api: Api, query: ListQuery): RowSource<CubitRecord> {
  const path = apiPaths.kind(query.slug, query.kind);
  const { fields, expand, sort } = query;
  const filter = query.filter === '' ? undefined : query.filter;
  const shape = { fields, expand, filter };
  const deleted = query.deleted === true ? true : undefined;
  return {
    page: (cursor, signal) =>
      api.get<Page<CubitRecord>>(path, { query: { ...shape, sort, deleted, cursor, limit: PAGE_ROWS }, signal }),
    positions: (signal) =>
      deleted
        ? Promise.resolve({ total: 0, cursors: [], partial: true })
        : api.get<Positions>(`${path}/positions`, { query: { filter, sort, every: PAGE_ROWS }, signal }),
    idOf: ({ id }) => id,
    versionOf: ({ version }) => version,
    async byIds(ids, signal) {
      const answer = await api.get<Page<CubitRecord>>(path, {
        query: { ...shape, ids: ids.slice(0, MOST_IDS), limit: MOST_IDS },
        signal,
      });
      return answer.data;
    },
    moves: (before, after) => sortValues(before, sort) !== sortValues(after, sort),
  };
}

/** The values that a list is sorted by, to see whether a row has to move. */
function sortValues(record: CubitRecord, sort: string | undefined): string {
  const keys = (sort ?? '').split(',').map((key) => key.trim().replace(/^-/, ''));
  const columns: Readonly<Record<string, unknown>> = { ...record };
  return JSON.stringify(keys.map((key) => record.fields[key] ?? columns[key]));
}
