import { type Api, apiPaths, type CubitRecord, type Page } from '@cubit/web-client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApp } from '../../app/app-context.js';
import { plain } from '../../app/change-fields.js';
import type { RecordsQuery } from '../../app/queries.js';
import { queryKeys } from '../../app/query-keys.js';
import { useWorkspace } from '../../app/workspace-context.js';
import { type Column, fieldsToLoad } from '../model/columns.js';
import { conditionText, joinFilter } from '../model/filter-text.js';
import type { ListState } from '../model/use-list-state.js';
import { type Inside, type Levels, levelsOf, type ParentOf } from './tree-model.js';

/** Records of one request. */
export const PAGE = 200;
/** A tree of at most so many records is loaded whole, by five requests; one of more, as far as it is opened. */
const MOST_WHOLE = 1_000;
/** Characters of a filter, and of the id of a record in one. */
const MOST_TEXT = 1_000;
const ID_TEXT = 40;

export interface TreeSource {
  readonly state: ListState;
  readonly columns: readonly Column[];
  /** The filter is of the list or of its view, and not one that a person looks for something by. */
  readonly isUsual: boolean;
}

export interface LoadedLevels {
  /** Undefined until the top is loaded. */
  readonly levels: Levels | undefined;
  readonly isWhole: boolean;
  readonly error: unknown;
  retry(): void;
  /** Loads what is inside of these, together; call it while rendering. */
  want(ids: readonly string[]): void;
}

/** Records of which is asked together what is inside. */
type Batches = readonly (readonly string[])[];
const NONE: Batches = [];

interface Asked {
  readonly filter: string;
  readonly batches: Batches;
}

/** The levels of a tree, live. The number of requests depends on how many levels are open, not on how many records. */
export function useLevels({ state, columns, isUsual }: TreeSource): LoadedLevels {
  const { api } = useApp();
  const queries = useQueryClient();
  const { slug } = useWorkspace();
  const { kind, filter } = state;
  const parentOf = parentIn(kind.ui.parent ?? '');
  const query = treeQuery(state, columns);
  const path = apiPaths.kind(slug, kind.id);
  const whole = useQuery({
    queryKey: queryKeys.recordsPart(slug, kind.id, ['page', 'tree', query]),
    queryFn: ({ signal }) => readWhole(api, path, { query, signal }),
  });
  const [asked, setAsked] = useState<Asked>({ filter, batches: NONE });
  const batches = asked.filter === filter ? asked.batches : NONE;
  const isLarge = whole.data === null;
  const parent = { name: kind.ui.parent ?? '', type: 'ref' } as const;
  const top = isUsual ? joinFilter([filter, conditionText(parent, 'empty', '')]) : filter;
  const below = (ids: readonly string[]) =>
    joinFilter([isUsual ? filter : '', `${parent.name} in ${JSON.stringify(ids)}`]);
  // Those that are known are read again only after a change.
  const readPart = (part: string) =>
    queries.fetchQuery({
      queryKey: queryKeys.recordsPart(slug, kind.id, ['page', { ...query, filter: part }]),
      queryFn: ({ signal }) => api.get<Page<CubitRecord>>(path, { query: { ...query, filter: part }, signal }),
      staleTime: Number.POSITIVE_INFINITY,
    });
  const filters = [top, ...batches.map(below)];
  const parts = useQuery({
    queryKey: queryKeys.recordsPart(slug, kind.id, ['page', 'tree', query, filters]),
    queryFn: () => Promise.all(filters.map(readPart)),
    enabled: isLarge,
    // The levels that are shown stay while another one loads.
    placeholderData: (before, query) =>
      (query?.queryKey.at(-1) as typeof filters | undefined)?.[0] === top ? before : undefined,
  });
  const answers = parts.data ?? [];
  return {
    levels: whole.data ? levelsOf(whole.data, parentOf) : levelsOfParts(batches, answers, parentOf),
    isWhole: !isLarge,
    error: whole.error ?? parts.error,
    retry: () => void (isLarge ? parts : whole).refetch(),
    want(ids) {
      const missing = ids.filter((id) => !isAsked(id, batches, answers));
      if (missing.length === 0) return;
      const size = Math.max(1, Math.floor((MOST_TEXT - below([]).length) / ID_TEXT));
      const isSplit = missing.some((id) => batches.some((batch) => batch.includes(id)));
      setAsked({ filter, batches: [...batches, ...chunks(missing, isSplit ? 1 : size)] });
    },
  };
}

function parentIn(field: string): ParentOf {
  return (record) => {
    const parent = plain(record.fields[field]);
    return typeof parent === 'string' ? parent : null;
  };
}

function treeQuery({ kind, filter, sort, columns: [title] }: ListState, columns: readonly Column[]): RecordsQuery {
  const { fields, expand } = fieldsToLoad(kind, title ? [title, ...columns] : columns);
  return {
    filter: filter === '' ? undefined : filter,
    sort: sort ?? title?.sort ?? undefined,
    fields: [...new Set([...fields, kind.ui.parent ?? ''])],
    expand,
    limit: PAGE,
  };
}

interface ReadOptions {
  readonly query: RecordsQuery;
  readonly signal: AbortSignal;
}

/** All records; null if there are too many. */
async function readWhole(
  api: Api,
  path: string,
  { query, signal }: ReadOptions,
): Promise<readonly CubitRecord[] | null> {
  const records: CubitRecord[] = [];
  for (let cursor: string | null | undefined; ;) {
    const count = cursor === undefined ? 'exact' : undefined;
    const page: Page<CubitRecord> = await api.get(path, { query: { ...query, count, cursor }, signal });
    if ((page.total ?? 0) > MOST_WHOLE) return null;
    records.push(...page.data);
    if (page.next_cursor === null) return records;
    cursor = page.next_cursor;
  }
}

type Answer = Page<CubitRecord> | undefined;

/** Whether what is inside is loaded or on its way. Of several records with more inside than one answer holds, each is asked for alone. */
function isAsked(id: string, batches: Batches, answers: readonly Answer[]): boolean {
  return batches.some((batch, index) => {
    if (!batch.includes(id)) return false;
    return batch.length === 1 || (answers[index + 1]?.next_cursor ?? null) === null;
  });
}

function levelsOfParts(batches: Batches, [top, ...answers]: readonly Answer[], parentOf: ParentOf): Levels | undefined {
  if (!top) return undefined;
  const levels = new Map<string | null, Inside>([[null, { records: top.data, more: top.next_cursor !== null }]]);
  for (const [index, batch] of batches.entries()) {
    const answer = answers[index];
    if (!answer) continue;
    const more = answer.next_cursor !== null;
    const isPart = more && batch.length > 1;
    const inside = Map.groupBy(answer.data, parentOf);
    for (const id of batch) {
      // What was asked for alone comes in a later batch.
      levels.set(id, { records: inside.get(id) ?? [], more, isPart });
    }
  }
  return levels;
}

function chunks(ids: readonly string[], size: number): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  );
}
