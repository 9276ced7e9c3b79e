import { apiPaths, type CubitRecord, type Page, type UiField, type UiKind } from '@cubit/web-client';
import { typeHoldsOne } from '@cubit/web-contract';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../app/query-keys.js';
import { useApp } from '../../app/app-context.js';
import { useWorkspace } from '../../app/workspace-context.js';
import { statesOf, titleOf, useMembers, valueTitle } from '../../cells/index.js';
import { useGroups } from '../model/use-groups.js';

/** A column of a board. */
export interface BoardColumn {
  /** The value of the field; null: records without one. */
  readonly value: string | null;
  readonly title: string;
  /** Records in it; undefined until counted. */
  readonly count: number | undefined;
}

const NO_COLUMNS: readonly BoardColumn[] = [];
const MOST_TARGETS = 50;

/** States in the order of their life, other values in that of the declaration. */
function valuesOf(kind: UiKind, field: UiField): readonly unknown[] {
  const values = field.schema.enum ?? [];
  if (kind.lifecycle?.field !== field.name) return values;
  const order = statesOf(kind).map(({ name }) => name);
  return values.toSorted((a, b) => order.indexOf(String(a)) - order.indexOf(String(b)));
}

/** The columns of a board with the number of records that the filter has in each. */
export function useColumns(kind: UiKind, field: UiField | undefined, filter: string) {
  const { api } = useApp();
  const { slug, kind: kindOf } = useWorkspace();
  const members = useMembers();
  const target = field && typeHoldsOne(field.type, 'record') ? String(field.schema['x-kind'] ?? '') : '';
  const counts = useGroups(kind, { key: field?.name, filter });
  const targets = useQuery({
    queryKey: queryKeys.recordsPart(slug, target, ['board']),
    queryFn: ({ signal }) =>
      api.get<Page<CubitRecord>>(apiPaths.kind(slug, target), { query: { limit: MOST_TARGETS }, signal }),
    enabled: target !== '',
  });
  const rest = { error: counts.error, retry: () => void counts.refetch(), loading: counts.isPending };
  if (!field) return { ...rest, columns: NO_COLUMNS };
  const groups = counts.data?.groups;
  const countOf = (value: string | null) =>
    groups && (groups.find(({ group }) => (group[field.name] ?? null) === value)?.values.count ?? 0);
  const found = (groups ?? []).flatMap(({ group, titles }) => {
    const value = group[field.name];
    return typeof value === 'string' ? [{ value, title: titles[field.name] ?? value }] : [];
  });
  const targetKind = kindOf(target);
  const choices = typeHoldsOne(field.type, 'option')
    ? valuesOf(kind, field).map((value) => ({
        value: String(value),
        title: valueTitle(kind, field, String(value)),
      }))
    : typeHoldsOne(field.type, 'member')
      ? [...members.values()].map((member) => ({ value: member.user_id, title: member.name }))
      : (targets.data?.data ?? []).map((record) => ({
          value: record.id,
          title: targetKind ? titleOf(record, targetKind) : record.title,
        }));
  const known = new Set(choices.map(({ value }) => value));
  const all = [...choices, ...found.filter(({ value }) => !known.has(value))];
  const none =
    field.required || (countOf(null) === 0 && typeHoldsOne(field.type, 'option'))
      ? []
      : [{ value: null, title: `No ${field.title.toLowerCase()}` }];
  const columns: readonly BoardColumn[] = [...all, ...none].map((column) => ({
    ...column,
    count: countOf(column.value),
  }));
  return { ...rest, columns };
}
