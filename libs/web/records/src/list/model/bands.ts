import type { SortText } from './sort.js';

/** A value that a table is grouped by, with the number of its records. */
export interface BandGroup {
  /** Null: records without one; undefined: those with any of the values that have no head of their own. */
  readonly value: string | null | undefined;
  readonly title: string;
  /** Undefined while it is not known. */
  readonly count: number | undefined;
}

/** The head of a group of rows. */
export interface Band extends BandGroup {
  /** The index of its first record. */
  readonly first: number;
}

/** Keys that a list can be sorted by. */
const MOST_KEYS = 5;

/** A list that is grouped by a field is sorted by it first, in the direction that the sort has for it. */
export function bandedSort(sort: SortText | undefined, group: string | undefined): SortText | undefined {
  if (group === undefined) return sort;
  const keys = (sort ?? '').split(',').filter((key) => key !== '');
  const own = keys.find((key) => key === group || key === `-${group}`) ?? group;
  return [own, ...keys.filter((key) => key !== own)].slice(0, MOST_KEYS).join(',');
}

/** The heads of groups, which are in the order of their records; groups without records have none. */
export function bandsOf(groups: readonly BandGroup[]): readonly Band[] {
  let first = 0;
  return groups.flatMap((group) => {
    if (group.count === 0) return [];
    const band = { ...group, first };
    first += group.count ?? 0;
    return [band];
  });
}

/** Which group a head is of, to remember that it is folded. */
export const bandKey = ({ value }: Pick<Band, 'value'>): string =>
  value === undefined ? 'others' : JSON.stringify(value);

/** The first and the last of several records, by index. */
export type Range = readonly [first: number, last: number];

interface Head {
  readonly band: Band;
  readonly isFolded: boolean;
  /** The line that it takes, and the one after its records. */
  readonly line: number;
  readonly end: number;
}

/** Lines of a table: a head of a group takes one, as each record does that is not in a folded group. */
export class Lines {
  readonly #heads: readonly Head[];
  readonly count: number;

  constructor(bands: readonly Band[], records: number, folded: ReadonlySet<string> = new Set()) {
    // While a count is older than the rows, heads may be beyond the last record.
    const shown = bands.filter(({ first }) => first < records);
    let line = 0;
    this.#heads = shown.map((band, index) => {
      const isFolded = folded.has(bandKey(band));
      const size = isFolded ? 0 : (shown[index + 1]?.first ?? records) - band.first;
      const head = { band, isFolded, line, end: line + 1 + size };
      line = head.end;
      return head;
    });
    this.count = shown.length === 0 ? records : line;
  }

  /** The line of a record; of one in a folded group, that of the head. */
  ofRecord(index: number): number {
    const head = this.#heads.findLast(({ band }) => band.first <= index);
    if (!head) return index;
    return head.isFolded ? head.line : head.line + 1 + index - head.band.first;
  }

  /** The line of the head of the group that begins with a record; undefined if none does. */
  ofHead(first: number): number | undefined {
    return this.#heads.find(({ band }) => band.first === first)?.line;
  }

  at(line: number): { readonly band: Band; readonly isFolded: boolean } | { readonly record: number } {
    const head = this.#heads.findLast((each) => each.line <= line);
    if (!head) return { record: line };
    return head.line === line ? head : { record: head.band.first + line - head.line - 1 };
  }

  /** The records on the lines from the first to the last. */
  records(first: number, last: number): readonly Range[] {
    if (this.#heads.length === 0) return last < first ? [] : [[first, last]];
    return this.#heads.flatMap(({ band, line, end }): readonly Range[] => {
      const [from, to] = [Math.max(first, line + 1), Math.min(last, end - 1)];
      return from > to ? [] : [[band.first + from - line - 1, band.first + to - line - 1]];
    });
  }
}
