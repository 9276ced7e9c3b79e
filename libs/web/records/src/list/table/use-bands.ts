import { useMemo } from 'react';
import { useColumns } from '../board/use-columns.js';
import { type Band, bandsOf } from '../model/bands.js';
import { bandField } from '../model/layouts.js';
import { directionOf } from '../model/sort.js';
import type { ListState } from '../model/use-list-state.js';

const NONE: readonly Band[] = [];

/** The heads of the groups of a table; none if it is not grouped or the groups are not counted yet. */
export function useBands({ kind, group, filter, sort }: ListState): readonly Band[] {
  const field = bandField(kind, group);
  const { columns } = useColumns(kind, field, filter);
  const descending = field !== undefined && directionOf(sort, field.name) === 'descending';
  const text = JSON.stringify(columns.map(({ value, title, count = 0 }) => ({ value, title, count })));
  return useMemo(
    () => (field === undefined ? NONE : bandsOf(JSON.parse(text) as readonly Band[], descending)),
    [field, text, descending],
  );
}
