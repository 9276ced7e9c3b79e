import { type Api, apiPaths, type CubitRecord, type Page, type UiKind } from '@cubit/web-client';
import { type HomeTile, referenceFilter } from '@cubit/web-contract';
import { queryKeys, useApp, useMe, useWorkspace } from '@cubit/web-records';
import { fieldsToLoad, joinFilter } from '@cubit/web-records/rows';
import { useQueries } from '@tanstack/react-query';
import { dailyCounts, type DayGroup, lastDays } from './daily-counts.js';
import type { TileBlock } from './home-blocks.js';

const SHOWN = 5;

/** What a tile has found. */
export interface TileAnswer {
  readonly total: number;
  /** The first of them, of a tile with rows. */
  readonly records: readonly CubitRecord[];
  /** How many of each of the last days, of a tile that counts them. */
  readonly days?: readonly number[];
}

export interface TileState {
  readonly kind: UiKind;
  /** Of the list that the tile leads to. */
  readonly filter: string | undefined;
  readonly answer: TileAnswer | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** All tiles, live, by the ids of their blocks. */
export function useTiles(blocks: readonly TileBlock[]): ReadonlyMap<string, TileState> {
  const { api } = useApp();
  const { slug, kind: kindOf, action: actionOf } = useWorkspace();
  const { data: me, error: unknown, refetch: askAgain } = useMe();
  const days = lastDays(new Date().toISOString().slice(0, 10));
  const asked = blocks.flatMap(({ id, tile }) => {
    const kind = kindOf(tile.metric);
    return kind ? [{ id, tile, kind, filter: filterOf(tile, { kind, person: me?.id, since: days[0] ?? '' }) }] : [];
  });
  const answers = useQueries({
    queries: asked.map(({ tile, kind, filter }) => ({
      queryKey: queryKeys.recordsPart(slug, kind.id, ['count', filter, tile.rows ?? tile.daily ?? null]),
      queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<TileAnswer> => {
        const needs = tile.rows?.action === undefined ? undefined : actionOf(tile.rows.action)?.ui.visible?.field;
        return readTile(
          { api, signal, path: apiPaths.kind(slug, kind.id), kind, filter: filter ?? '', days, needs },
          tile,
        );
      },
      enabled: filter !== null,
    })),
  });
  return new Map(
    asked.map(({ id, kind, filter }, index) => {
      const query = answers[index];
      // Without the person, a tile of what is theirs cannot ask.
      if (filter === null)
        return [id, { kind, filter: undefined, answer: undefined, error: unknown, retry: () => void askAgain() }];
      const state = { answer: query?.data, error: query?.error ?? null, retry: () => void query?.refetch() };
      return [id, { kind, filter: filter === '' ? undefined : filter, ...state }];
    }),
  );
}

interface Reading {
  readonly api: Api;
  readonly signal: AbortSignal;
  readonly path: string;
  readonly kind: UiKind;
  readonly filter: string;
  readonly days: readonly string[];
  /** A field that decides whether the action is offered. */
  readonly needs: string | undefined;
}

async function readTile(reading: Reading, { rows, daily }: HomeTile): Promise<TileAnswer> {
  const { api, signal, path, kind, filter, days } = reading;
  if (daily !== undefined) {
    const query = { group_by: `${daily}:day`, measures: 'count', filter };
    const { groups } = await api.get<{ readonly groups: readonly DayGroup[] }>(`${path}/aggregate`, { query, signal });
    const counts = dailyCounts(days, groups);
    return { total: counts.reduce((sum, count) => sum + count, 0), records: [], days: counts };
  }
  const names = rows ? [...(rows.fields ?? []), reading.needs] : [];
  const shown = names.map((name) => ({ field: kind.fields.find((field) => field.name === name) ?? null }));
  const query = {
    ...(rows && { ...fieldsToLoad(kind, shown), sort: rows.sort }),
    ...{ filter, count: 'exact', limit: rows ? SHOWN : 1 },
  };
  const { data, total } = await api.get<Page<CubitRecord>>(path, { query, signal });
  return { total: total ?? data.length, records: rows ? data : [] };
}

interface FilterScope {
  readonly kind: UiKind;
  readonly person: string | undefined;
  /** The first day that is counted. */
  readonly since: string;
}

/** Null: a tile of what belongs to the person waits for who they are. */
function filterOf({ filter, mine, daily }: HomeTile, { kind, person, since }: FilterScope): string | null {
  const recent = daily === undefined ? undefined : `${daily} >= "${since}T00:00:00Z"`;
  if (mine === undefined) return joinFilter([filter, recent]);
  const field = kind.fields.find(({ name }) => name === mine);
  if (person === undefined || !field) return null;
  return joinFilter([filter, recent, referenceFilter(field, person)]);
}
