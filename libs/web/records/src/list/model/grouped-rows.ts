import type { RowList, RowStoreState } from '@cubit/web-client';
import type { Range } from './bands.js';

/** A group of a list whose records can be in several: its value, null for records without one, and the number of its records. */
export interface RowGroup {
  readonly value: string | null;
  readonly count: number;
}

export interface Groups {
  readonly groups: readonly RowGroup[];
  /** Records of the groups, each counted once. */
  readonly records: number;
}

interface Part<Row> extends RowGroup {
  /** The index of its first row. */
  readonly first: number;
  readonly rows: RowList<Row>;
}

/** The rows of several lists, one below the other. A list is loaded when some of its rows are shown. */
export class GroupedRows<Row> implements RowList<Row> {
  readonly #rowsOf: (value: string | null) => RowList<Row>;
  readonly #listeners = new Set<() => void>();
  /** Lists of which something was shown. */
  readonly #shown = new Set<RowList<Row>>();
  #parts: readonly Part<Row>[] = [];
  #visible: readonly Range[] = [];
  #state: RowStoreState = { count: 0, exact: false, loading: true, error: null };
  /** Why the groups could not be counted. */
  #fault: unknown = null;
  #retry: () => void = () => undefined;

  constructor(rowsOf: (value: string | null) => RowList<Row>) {
    this.#rowsOf = rowsOf;
  }

  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  get state(): RowStoreState {
    return this.#state;
  }

  /** The groups in order, as they are now. One that has another number of records than before is loaded again. */
  setGroups({ groups, records }: Groups): void {
    const known = new Map(this.#parts.map(({ value, rows }) => [value, rows]));
    let first = 0;
    this.#parts = groups.map(({ value, count }) => {
      const part = { value, count, first, rows: known.get(value) ?? this.#watched(value) };
      known.delete(value);
      first += count;
      return part;
    });
    for (const rows of known.values()) {
      this.#shown.delete(rows);
      rows.end();
    }
    for (const { rows, count } of this.#parts) if (rows.state.exact && rows.state.count !== count) rows.reload();
    this.#fault = null;
    this.#state = { ...this.#state, count: first, records, exact: true, loading: false };
    this.showAll(this.#visible);
    this.#changed();
  }

  /** The groups could not be counted; `retry` counts them again. */
  fail(error: unknown, retry: () => void): void {
    this.#retry = retry;
    this.#fault = error;
    this.#state = { ...this.#state, loading: false };
    this.#changed();
  }

  open(): void {
    this.reload();
  }

  at(index: number): Row | undefined {
    const part = this.#parts.findLast(({ first }) => first <= index);
    return part && index - part.first < part.count ? part.rows.at(index - part.first) : undefined;
  }

  indexOf(id: string): number {
    for (const { rows, first } of this.#parts) {
      const index = rows.indexOf(id);
      if (index >= 0) return first + index;
    }
    return -1;
  }

  showAll(ranges: readonly Range[]): void {
    this.#visible = ranges;
    for (const { rows, first, count } of this.#parts) {
      const own = ranges.flatMap(([from, to]): readonly Range[] => {
        const [start, end] = [Math.max(from, first) - first, Math.min(to, first + count - 1) - first];
        return start > end ? [] : [[start, end]];
      });
      if (own.length === 0) continue;
      this.#shown.add(rows);
      rows.showAll(own);
    }
  }

  reload(): void {
    if (this.#fault !== null) this.#retry();
    for (const rows of this.#shown) rows.reload();
  }

  async refresh(ids: readonly string[]): Promise<void> {
    const refreshed = this.#parts.flatMap(({ rows }) => {
      const own = ids.filter((id) => rows.indexOf(id) >= 0);
      return own.length > 0 ? [rows.refresh(own)] : [];
    });
    await Promise.all(refreshed);
  }

  hold(id: string, change: (row: Row) => Row): (settled?: (row: Row) => Row) => void {
    const releases = this.#parts.map(({ rows }) => rows.hold(id, change));
    return (settled) => {
      for (const release of releases) release(settled);
    };
  }

  end(): void {
    for (const { rows } of this.#parts) rows.end();
    this.#listeners.clear();
  }

  #watched(value: string | null): RowList<Row> {
    const rows = this.#rowsOf(value);
    rows.watch(() => this.#changed());
    return rows;
  }

  #changed(): void {
    const faults = [this.#fault, ...this.#parts.map(({ rows }) => rows.state.error)];
    const error = faults.find((fault) => fault !== null) ?? null;
    if (error !== this.#state.error) this.#state = { ...this.#state, error };
    for (const listener of [...this.#listeners]) listener();
  }
}
