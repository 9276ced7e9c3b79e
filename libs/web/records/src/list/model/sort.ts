/** `-available,name` */
export type SortText = string;

export type Direction = 'ascending' | 'descending';

/** How a list is sorted by a key; only the first key counts for the sign in the head. */
export function directionOf(sort: SortText | undefined, key: string | null): Direction | undefined {
  const first = sort?.split(',')[0]?.trim();
  if (key === null || first === undefined) return undefined;
  if (first === key) return 'ascending';
  return first === `-${key}` ? 'descending' : undefined;
}

/** What a press on the head of a column sorts by: ascending, then descending. */
export function nextSort(sort: SortText | undefined, key: string): SortText {
  return directionOf(sort, key) === 'ascending' ? `-${key}` : key;
}

/** The fields that a list is sorted by. */
export function sortKeys(sort: SortText | undefined): readonly string[] {
  return (sort ?? '').split(',').flatMap((key) => (key.trim() === '' ? [] : [key.trim().replace(/^-/, '')]));
}
