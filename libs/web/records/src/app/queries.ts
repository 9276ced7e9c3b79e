import {
  apiPaths,
  type CubitRecord,
  type Me,
  type OwnWorkspace,
  type Page,
  type RecordAction,
  type UiKind,
} from '@cubit/web-client';
import { typeHoldsOne } from '@cubit/web-contract';
import { useQuery } from '@tanstack/react-query';
import { isExpanded } from '../cells/is-expanded.js';
import { queryKeys } from './query-keys.js';
import { useApp } from './app-context.js';
import { useWorkspace } from './workspace-context.js';

export interface RecordsQuery {
  readonly filter?: string | undefined;
  readonly sort?: string | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly expand?: readonly string[] | undefined;
  readonly limit?: number | undefined;
  readonly count?: 'exact' | undefined;
  readonly deleted?: boolean | undefined;
}

/** One page of records, live. For long lists use the row store. */
export function useRecords(kind: string, query: RecordsQuery = {}, enabled = true) {
  const { api } = useApp();
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: queryKeys.recordsPart(slug, kind, ['page', query]),
    queryFn: ({ signal }) => api.get<Page<CubitRecord>>(apiPaths.kind(slug, kind), { query: { ...query }, signal }),
    enabled,
  });
}

/** One record, live, with its references expanded. */
export function useRecord(kind: string, id: string, expand: readonly string[] = []) {
  const { api } = useApp();
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: queryKeys.recordPart(slug, { kind, id }, ['self', expand]),
    queryFn: ({ signal }) => api.get<CubitRecord>(apiPaths.record(slug, kind, id), { query: { expand }, signal }),
  });
}

/** The actions of a record with the reasons of those that cannot run, live. */
export function useRecordActions(kind: string, id: string) {
  const { api } = useApp();
  const { slug } = useWorkspace();
  return useQuery({
    queryKey: queryKeys.recordPart(slug, { kind, id }, ['actions']),
    queryFn: async ({ signal }) =>
      (await api.get<Page<RecordAction>>(`${apiPaths.record(slug, kind, id)}/actions`, { signal })).data,
  });
}

export function useMe() {
  const { api } = useApp();
  return useQuery({
    queryKey: queryKeys.me(),
    queryFn: ({ signal }) => api.get<Me>('/me', { signal }),
    staleTime: 60_000,
  });
}

export function useMyWorkspaces() {
  const { api } = useApp();
  return useQuery({
    queryKey: queryKeys.myWorkspaces(),
    queryFn: async ({ signal }) =>
      (await api.get<Page<OwnWorkspace>>('/me/orgs', { query: { limit: 200 }, signal })).data,
    staleTime: 60_000,
  });
}

/** A record that another one names, from what is loaded already where possible. */
export function useNamedRecord(kind: string | undefined, id: string | undefined): CubitRecord | undefined {
  return useRecordPart({ kind, id });
}

interface PartOfRecord {
  readonly kind: string | undefined;
  readonly id: string | undefined;
  /** A reference that is read with its record. */
  readonly expand?: string | undefined;
}

function useRecordPart({ kind, id, expand }: PartOfRecord): CubitRecord | undefined {
  const { api } = useApp();
  const { slug } = useWorkspace();
  const { data } = useQuery({
    queryKey: queryKeys.recordPart(slug, { kind, id }, [expand === undefined ? 'named' : 'titled']),
    queryFn: ({ signal }) =>
      api.get<CubitRecord>(apiPaths.record(slug, kind ?? '', id ?? ''), { query: { expand }, signal }),
    enabled: kind !== undefined && id !== undefined,
  });
  return data;
}

export function useRecordTitle(kind: string | undefined, id: string | undefined): string | undefined {
  const known = useWorkspace().kind(kind ?? '');
  const expand = standInOf(known);
  const record = useRecordPart({ kind, id, expand });
  const standIn = record?.fields[expand ?? ''];
  return record?.title === known?.title && isExpanded(standIn) ? standIn.title : record?.title;
}

/** The reference that gives records their title where they have none of their own: stock is called by its part. */
function standInOf(kind: UiKind | undefined): string | undefined {
  const first = kind?.title_field === null ? kind.ui.summary?.[0] : undefined;
  return kind?.fields.find(({ name, type }) => name === first && typeHoldsOne(type, 'record'))?.name;
}
