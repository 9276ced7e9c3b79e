import { apiPaths, type CubitRecord, type Page, type RecordRef, type UiKind } from '@cubit/web-client';
import { typeHoldsOne } from '@cubit/web-contract';
import type { Option } from '@cubit/web-kit/forms';
import { type IconName, isDecimalText } from '@cubit/web-kit';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { queryKeys } from '../../app/query-keys.js';
import { useApp } from '../../app/app-context.js';
import { useWorkspace } from '../../app/workspace-context.js';
import { unitText } from '../../cells/unit-text.js';

interface Hit extends RecordRef {
  readonly title: string;
  readonly snippet: string | null;
}

const MOST_OPTIONS = 20;

export type LoadOptions = (query: string, signal: AbortSignal) => Promise<readonly Option[]>;

/** Finds records of one kind by the search; the first of the list without a text. Their second line is the kind's summary. */
export function useRecordOptions(kindId: string): LoadOptions {
  const { api } = useApp();
  const workspace = useWorkspace();
  return useCallback(
    async (query, signal) => {
      const kind = workspace.kind(kindId);
      if (!kind) return [];
      const path = apiPaths.kind(workspace.slug, kindId);
      const expand = expandOf(kind);
      const page = { limit: MOST_OPTIONS, expand };
      if (query.trim() === '') {
        const sort =
          kind.title_field !== null && kind.fields.some(({ name, sortable }) => sortable && name === kind.title_field)
            ? kind.title_field
            : undefined;
        const { data } = await api.get<Page<CubitRecord>>(path, { query: { ...page, sort }, signal });
        return data.map((record) => optionOf(kind, record));
      }
      const hits = await api.get<Page<Hit>>(workspace.path('/search'), {
        query: { q: query, kinds: kindId, limit: MOST_OPTIONS },
        signal,
      });
      if (hits.data.length === 0) return [];
      const ids = hits.data.map(({ id }) => id);
      const { data } = await api
        .get<Page<CubitRecord>>(path, { query: { ...page, ids }, signal })
        .catch(() => ({ data: [] as readonly CubitRecord[] }));
      const records = new Map(data.map((record) => [record.id, record]));
      return hits.data.map((hit) => {
        const record = records.get(hit.id);
        return record
          ? optionOf(kind, record)
          : { id: hit.id, title: hit.title, hint: hit.snippet ?? undefined, icon: kind.ui.icon as IconName };
      });
    },
    [api, workspace, kindId],
  );
}

/** Finds records of all kinds; the id of an option is `kind/id`. */
export function useAnyRecordOptions(): LoadOptions {
  const { api } = useApp();
  const workspace = useWorkspace();
  return useCallback(
    async (query, signal) => {
      if (query.trim() === '') return [];
      const { data } = await api.get<Page<Hit>>(workspace.path('/search'), {
        query: { q: query, limit: MOST_OPTIONS },
        signal,
      });
      return data.map(({ kind, id, title }) => ({
        id: `${kind}/${id}`,
        title,
        hint: workspace.kind(kind)?.title,
        icon: workspace.kind(kind)?.ui.icon as IconName,
      }));
    },
    [api, workspace],
  );
}

/** The option of a chosen record, with its title once that is known. */
export function useRecordOption(ref: RecordRef | undefined): Option | undefined {
  const { api } = useApp();
  const workspace = useWorkspace();
  const kind = ref && workspace.kind(ref.kind);
  const { data } = useQuery({
    queryKey: queryKeys.recordPart(workspace.slug, ref ?? {}, ['option']),
    queryFn: ({ signal }) =>
      api.get<CubitRecord>(apiPaths.record(workspace.slug, ref?.kind ?? '', ref?.id ?? ''), { signal }),
    enabled: kind !== undefined,
  });
  if (!ref) return undefined;
  return { id: ref.id, title: data?.title ?? (kind ? '…' : ref.id), icon: kind?.ui.icon as IconName };
}

function expandOf({ ui, fields }: UiKind): readonly string[] {
  const named = [...(ui.parent === undefined ? [] : [ui.parent]), ...(ui.summary ?? [])];
  const refs = new Set(fields.filter(({ type }) => typeHoldsOne(type, 'record')).map(({ name }) => name));
  return [...new Set(named)].filter((name) => refs.has(name));
}

function optionOf(kind: UiKind, record: CubitRecord): Option {
  return { id: record.id, title: record.title, hint: summaryOf(kind, record), icon: kind.ui.icon as IconName };
}

const MOST_SUMMARY_PARTS = 3;

/** Values of the summary fields as one line. */
export function summaryOf({ ui, fields, title_field: titleField }: UiKind, record: CubitRecord): string | undefined {
  const names = [...(ui.parent === undefined ? [] : [ui.parent]), ...(ui.summary ?? [])].filter(
    (name) => name !== titleField,
  );
  const parts = [...new Set(names)].flatMap((name) => {
    const field = fields.find((other) => other.name === name);
    const text = textOf(record.fields[name]);
    if (!field || text === '') return [];
    const unit = unitText(field.ui, record.fields);
    return [isDecimalText(text) ? [field.title, text, unit].filter(Boolean).join(' ') : text];
  });
  return parts.length === 0 ? undefined : parts.slice(0, MOST_SUMMARY_PARTS).join(' · ');
}

function textOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return typeof value === 'object' && value !== null && 'title' in value ? String(value.title) : '';
}
