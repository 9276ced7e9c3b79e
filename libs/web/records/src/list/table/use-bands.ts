import { formatDecimal } from '@cubit/web-kit';
import type { RowStoreState } from '@cubit/web-client';
import { useMemo } from 'react';
import { type Band, bandsOf } from '../model/bands.js';
import { isOfMany } from '../model/grouping.js';
import type { ListState } from '../model/use-list-state.js';
import { type TableGroups, useTableGroups } from '../model/use-table-groups.js';

export interface Bands {
  /** None if the table is not grouped, or the groups are not counted yet. */
  readonly bands: readonly Band[];
  /** What is said of groups without a head. */
  readonly note: string | undefined;
}

const NONE: Bands = { bands: [], note: undefined };

/** The heads of the groups of a table: of the first groups, and one for the records of all others. */
export function useBands(state: ListState, { count, exact }: Pick<RowStoreState, 'count' | 'exact'>): Bands {
  const { groups } = useTableGroups(state);
  const known = exact ? count : undefined;
  return useMemo(() => (groups ? bandsWith(groups, known) : NONE), [groups, known]);
}

/** `records` is their number in the whole list, if that is known. */
function bandsWith({ grouping, groups, total }: TableGroups, records: number | undefined): Bands {
  if (total <= groups.length) return { bands: bandsOf(groups), note: undefined };
  const { field } = grouping;
  const note = `The first ${groups.length} of ${formatDecimal(total)} values of ${field.title.toLowerCase()} are shown as groups. A filter shows others.`;
  // Each group is a list of its own, and there is none of the others.
  if (isOfMany(field)) return { bands: bandsOf(groups), note };
  const first = groups.reduce((sum, { count }) => sum + count, 0);
  const others = { value: undefined, title: 'Other values', count: records && Math.max(0, records - first) };
  return { bands: bandsOf([...groups, others]), note };
}
