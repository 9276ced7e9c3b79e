import type { SortText } from './sort.js';
import { directionOf } from './sort.js';

/** A value that a table is grouped by, with the number of its records. */
export interface BandGroup {
  readonly value: string | null;
  readonly title: string;
  readonly count: number;
}

/** The head of a group of rows. */
export interface Band extends BandGroup {
  /** The index of its first record. */
  readonly first: number;
}

/** A list that is grouped by a field is sorted by it first. */
export function bandedSort(sort: SortText | undefined, group: string | undefined): SortText | undefined {
  if (group === undefined || directionOf(sort, group) !== undefined) return sort;
  return sort === undefined ? group : `${group},${sort}`;
}

/** Groups in the order of their records: by the text of the value, records without one first; the other way round if descending. */
export function bandsOf(groups: readonly BandGroup[], descending: boolean): readonly Band[] {
  const ascending = groups
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => (a.value === b.value ? 0 : (a.value ?? '') < (b.value ?? '') ? -1 : 1));
  let first = 0;
  return (descending ? ascending.reverse() : ascending).map((group) => {
    const band = { ...group, first };
    first += group.count;
    return band;
  });
}

/** Lines of a table: a head of a group takes one, as each record does. */
export class Lines {
  readonly #bands: readonly Band[];
  readonly count: number;

  constructor(bands: readonly Band[], records: number) {
    // While a count is older than the rows, heads may be beyond the last record.
    this.#bands = bands.filter(({ first }) => first < records);
    this.count = records + this.#bands.length;
  }

  /** The line of a record. */
  ofRecord(index: number): number {
    return index + this.#bands.filter(({ first }) => first <= index).length;
  }

  at(line: number): { readonly band: Band } | { readonly record: number } {
    const before = this.#bands.findLastIndex(({ first }, index) => first + index <= line);
    const band = this.#bands[before];
    return band && band.first + before === line ? { band } : { record: line - before - 1 };
  }

  /** The record on a line, or the next one. */
  recordFrom(line: number): number {
    const found = this.at(line);
    return 'band' in found ? found.band.first : found.record;
  }
}
