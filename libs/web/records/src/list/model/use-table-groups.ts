import { useEffect, useMemo } from 'react';
import { type BandGroup, bandedSort } from './bands.js';
import { GroupedRows } from './grouped-rows.js';
import { type Grouping, groupingOf, groupingText, groupTitle, isOfMany } from './grouping.js';
import { directionOf } from './sort.js';
import { useGroups } from './use-groups.js';
import type { List } from './use-list.js';
import type { ListState } from './use-list-state.js';
import { useRecordCount } from './use-record-count.js';

export interface TableGroups {
  readonly grouping: Grouping;
  /** The first groups, in the order of the list. */
  readonly groups: readonly (BandGroup & { readonly value: string | null; readonly count: number })[];
  /** Of all groups. */
  readonly total: number;
}

/** The groups of a table; no data while they are not counted. */
export function useTableGroups({ kind, group, filter, sort }: Pick<ListState, 'kind' | 'group' | 'filter' | 'sort'>) {
  const grouping = useMemo(() => groupingOf(kind, group), [kind, group]);
  const key = grouping && groupingText(grouping);
  const isDescending =
    grouping && directionOf(bandedSort(sort, grouping.field.name), grouping.field.name) === 'descending';
  const { data, error, refetch } = useGroups(kind, {
    ...{ key, filter },
    ...(key !== undefined && { sort: isDescending === true ? `-${key}` : key }),
  });
  const groups = useMemo((): TableGroups | undefined => {
    if (!grouping || key === undefined || !data) return undefined;
    const found = data.groups.map(({ group: values, titles, values: { count } }) => {
      const value = values[key] === null || values[key] === undefined ? null : String(values[key]);
      return { value, count, title: groupTitle(kind, grouping, { value, title: titles[key] }) };
    });
    return { grouping, groups: isOfMany(grouping.field) ? byTitle(found) : found, total: data.group_count };
  }, [kind, grouping, key, data]);
  return { groups, error, refetch };
}

/** A list is not sorted by a field with several values: its groups are in the order of their titles, records without one last. */
function byTitle<Group extends BandGroup>(groups: readonly Group[]): readonly Group[] {
  return groups.toSorted(
    (a, b) => Number(a.value === null) - Number(b.value === null) || a.title.localeCompare(b.title),
  );
}

/** Tells the rows of a list, of whose groups a record can be in several, which groups there are. */
export function useGroupedRows(state: ListState, { store }: List): void {
  const { kind, filter } = state;
  const rows = store instanceof GroupedRows ? store : undefined;
  const { groups, error, refetch } = useTableGroups({ ...state, group: rows && state.group });
  const count = useRecordCount(kind.id, rows && filter);
  const { data: records } = count;
  useEffect(() => {
    if (groups && records !== undefined) rows?.setGroups({ groups: groups.groups, records });
  }, [rows, groups, records]);
  const fault = error ?? count.error;
  useEffect(() => {
    if (fault) rows?.fail(fault, () => void Promise.all([refetch(), count.refetch()]));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `count` is a new object with each render
  }, [rows, fault, refetch]);
}
