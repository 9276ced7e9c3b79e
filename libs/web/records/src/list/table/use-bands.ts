import { useMemo } from 'react';
import { type Band, bandedSort, bandsOf } from '../model/bands.js';
import { groupingOf, groupingText, groupTitle } from '../model/grouping.js';
import { directionOf } from '../model/sort.js';
import { useGroups } from '../model/use-groups.js';
import type { ListState } from '../model/use-list-state.js';

export interface Bands {
  /** None if the table is not grouped, or the groups are not counted yet. */
  readonly bands: readonly Band[];
  /** What is said in place of heads that are too many. */
  readonly note: string | undefined;
}

const NONE: Bands = { bands: [], note: undefined };

/** The heads of the groups of a table. */
export function useBands({ kind, group, filter, sort }: ListState): Bands {
  const grouping = useMemo(() => groupingOf(kind, group), [kind, group]);
  const key = grouping && groupingText(grouping);
  const { data } = useGroups(kind, key, filter);
  return useMemo(() => {
    if (!grouping || key === undefined || !data) return NONE;
    const { name, title } = grouping.field;
    // Without all counts, it is not known where the groups begin.
    if (data.group_count > data.groups.length)
      return { bands: [], note: `In the order of ${title.toLowerCase()}, which has ${data.group_count} values` };
    const groups = data.groups.map(({ group: values, titles, values: { count } }) => {
      const value = values[key] === null || values[key] === undefined ? null : String(values[key]);
      return { value, count, title: groupTitle(kind, grouping, { value, title: titles[key] }) };
    });
    return { bands: bandsOf(groups, directionOf(bandedSort(sort, name), name) === 'descending'), note: undefined };
  }, [kind, grouping, key, data, sort]);
}
