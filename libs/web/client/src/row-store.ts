import type { Page } from './record-types.js';

export interface RowSource<Row> {
  /** One page: from the start without a cursor. */
  readonly page: (cursor: string | null, signal: AbortSignal) => Promise<Page<Row>>;
  /** The number of rows and the cursor before each page. Resolved after the first page is shown. */
  readonly positions: (signal: AbortSignal) => Promise<Positions>;
  readonly idOf: (row: Row) => string;
  /** Grows with each change of a row. An answer with a lower version than the row that is shown is not shown. */
  readonly versionOf: (row: Row) => number;
  /** Rows by id, for rows that changed. Rows that the list no longer has are absent. */
  readonly byIds: (ids: readonly string[], signal: AbortSignal) => Promise<readonly Row[]>;
  /** Whether another version of a row may stand at another place. Default: never. */
  readonly moves?: (before: Row, after: Row) => boolean;
}

export interface Positions {
  readonly total: number;
  /** The cursor of page n + 1 at n. */
  readonly cursors: readonly string[];
  readonly partial?: boolean;
}

export interface RowStoreState {
  /** Rows in the list, or those known so far. */
  readonly count: number;
  /** Records of the rows, where one may have several. Default: each has one. */
  readonly records?: number;
  /** Whether `count` is the exact number. */
  readonly exact: boolean;
  readonly loading: boolean;
  readonly error: unknown;
}

/** The rows of a long list by index, as far as they are loaded. */
export interface RowList<Row> {
  readonly watch: (listener: () => void) => () => void;
  /** The same object until one of its members changes: rows change without it. */
  readonly state: RowStoreState;
  /** Loads the first rows, or again what was visible. */
  open(): void;
  /** The row at an index; undefined until it is loaded. */
  at(index: number): Row | undefined;
  /** The index of a loaded row; -1 if none is loaded. */
  indexOf(id: string): number;
  /** Loads what is needed to show several parts of the list, each from its first row to its last. */
  showAll(parts: readonly (readonly [first: number, last: number])[]): void;
  /** Loads everything that is visible again. */
  reload(): void;
  /** Fetches these rows again; rows that moved or are new reload what is visible. */
  refresh(ids: readonly string[]): Promise<void>;
  /**
   * Shows a row with a change that the server has not answered yet, also on top of answers that arrive meanwhile. The returned function ends
   * that: with `settled`, which makes the row that the server now has, after it was accepted; without, the row is shown as the server sent it.
   */
  hold(id: string, change: (row: Row) => Row): (settled?: (row: Row) => Row) => void;
  end(): void;
}

export const PAGE_ROWS = 100;
const MAX_PAGES = 60;

/** A row with changes that the server has not answered yet. */
interface Held<Row> {
  /** As the server sent it last; undefined while no loaded page has it. */
  served: Row | undefined;
  changes: readonly ((row: Row) => Row)[];
}

/**
 * The rows of a long list by index, in pages. It loads the pages that are visible, aborts requests for pages that no longer are, and keeps the pages
 * nearest to what was seen last.
 */
export class RowStore<Row> implements RowList<Row> {
  readonly #source: RowSource<Row>;
  readonly #pages = new Map<number, readonly Row[]>();
  readonly #stale = new Set<number>();
  readonly #loadedFrom = new Map<number, string | null>();
  readonly #requests = new Map<number, AbortController>();
  readonly #listeners = new Set<() => void>();
  readonly #held = new Map<string, Held<Row>>();
  #cursors: (string | null)[] = [null];
  #state: RowStoreState = { count: 0, exact: false, loading: true, error: null };
  /** Pages in order; at least one. */
  #visible: readonly number[] = [0];
  #positions: AbortController | null = null;
  #ended = false;
  #opened = false;

  constructor(source: RowSource<Row>) {
    this.#source = source;
  }

  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  get state(): RowStoreState {
    return this.#state;
  }

  open(): void {
    if (this.#opened) return this.reload();
    this.#opened = true;
    this.show(0, 0);
  }

  at(index: number): Row | undefined {
    if (index < 0) return undefined;
    return this.#pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS];
  }

  indexOf(id: string): number {
    for (const [page, rows] of this.#pages) {
      const at = rows.findIndex((row) => this.#source.idOf(row) === id);
      if (at >= 0) return page * PAGE_ROWS + at;
    }
    return -1;
  }

  /** Loads what is needed to show the rows from `first` to `last`. */
  show(first: number, last: number): void {
    this.showAll([[first, Math.max(first, last)]]);
  }

  showAll(parts: readonly (readonly [first: number, last: number])[]): void {
    const pages = new Set(parts.flatMap(([first, last]) => pagesBetween(first, last)));
    this.#showPages(pages.size === 0 ? [0] : [...pages].sort((a, b) => a - b));
  }

  #showPages(pages: readonly number[]): void {
    this.#visible = pages;
    for (const [page, request] of this.#requests) {
      if (pages.some((shown) => Math.abs(shown - page) <= 1)) continue;
      request.abort();
      this.#requests.delete(page);
    }
    for (const page of pages) this.#load(page);
  }

  reload(): void {
    this.#positions?.abort();
    this.#positions = null;
    for (const request of this.#requests.values()) request.abort();
    this.#requests.clear();
    for (const page of this.#pages.keys()) this.#stale.add(page);
    this.#set({ error: null });
    this.#showPages(this.#visible);
    if (!this.#visible.includes(0)) void this.#loadPositions();
  }

  async refresh(ids: readonly string[]): Promise<void> {
    const known = ids.filter((id) => this.indexOf(id) >= 0);
    const signal = new AbortController().signal;
    const rows = known.length > 0 ? await this.#source.byIds(known, signal).catch(() => null) : [];
    if (this.#ended) return;
    const complete = rows !== null && rows.length === known.length && known.length === ids.length;
    if (!complete || rows.some((row) => this.#moves(row))) this.reload();
    // The new values show at once, also while the order loads again.
    for (const row of rows ?? []) this.replace(row);
  }

  #moves(row: Row): boolean {
    const before = this.at(this.indexOf(this.#source.idOf(row)));
    return before !== undefined && this.#source.moves?.(before, row) === true;
  }

  /** Shows another version of a loaded row, unless a newer one is shown already. */
  replace(row: Row): void {
    const index = this.indexOf(this.#source.idOf(row));
    if (index >= 0) this.#put(index, this.#newest(row, this.at(index)));
  }

  hold(id: string, change: (row: Row) => Row): (settled?: (row: Row) => Row) => void {
    const held = this.#held.get(id) ?? { served: this.at(this.indexOf(id)), changes: [] };
    held.changes = [...held.changes, change];
    this.#held.set(id, held);
    this.#showHeld(id, held);
    return (settled) => {
      held.changes = held.changes.filter((other) => other !== change);
      if (settled && held.served !== undefined) held.served = this.#newer(settled(held.served), held.served);
      if (held.changes.length === 0) this.#held.delete(id);
      this.#showHeld(id, held);
    };
  }

  #showHeld(id: string, { served, changes }: Held<Row>): void {
    const index = this.indexOf(id);
    if (index >= 0 && served !== undefined) this.#put(index, changed(served, changes));
  }

  #put(index: number, row: Row): void {
    const page = Math.floor(index / PAGE_ROWS);
    this.#pages.set(page, (this.#pages.get(page) ?? []).with(index % PAGE_ROWS, row));
    this.#set({});
  }

  /** What to show for an answer, where `shown` is there already. */
  #newest(answer: Row, shown: Row | undefined): Row {
    const held = this.#held.get(this.#source.idOf(answer));
    if (!held) return shown === undefined ? answer : this.#newer(answer, shown);
    held.served = held.served === undefined ? answer : this.#newer(answer, held.served);
    return changed(held.served, held.changes);
  }

  /** The answer that was sent last does not always arrive last. */
  #newer(answer: Row, known: Row): Row {
    return this.#source.versionOf(answer) < this.#source.versionOf(known) ? known : answer;
  }

  /** The rows of a page as they are to be shown, with the newer versions that are known of them. */
  #newestOf(answers: readonly Row[]): readonly Row[] {
    const shown = new Map([...this.#pages.values()].flat().map((row) => [this.#source.idOf(row), row]));
    return answers.map((answer) => this.#newest(answer, shown.get(this.#source.idOf(answer))));
  }

  end(): void {
    this.#ended = true;
    this.#positions?.abort();
    for (const request of this.#requests.values()) request.abort();
    this.#listeners.clear();
  }

  #load(page: number): void {
    if (this.#ended || this.#requests.has(page)) return;
    if (this.#pages.has(page) && !this.#stale.has(page)) return;
    const cursor = this.#cursors[page];
    if (cursor === undefined) {
      void this.#loadPositions();
      return;
    }
    const request = new AbortController();
    this.#requests.set(page, request);
    if (!this.#state.loading) this.#set({ loading: true });
    this.#source.page(cursor, request.signal).then(
      (answer) => this.#received(page, answer, request),
      (error: unknown) => this.#failed(page, error, request),
    );
  }

  #received(page: number, { data, next_cursor }: Page<Row>, request: AbortController): void {
    if (request.signal.aborted || this.#ended) return;
    this.#requests.delete(page);
    this.#stale.delete(page);
    this.#pages.set(page, this.#newestOf(data));
    this.#loadedFrom.set(page, this.#cursors[page] ?? null);
    this.#dropFarPages();
    const loaded = page * PAGE_ROWS + data.length;
    const isLast = next_cursor === null;
    if (!isLast) this.#cursors[page + 1] ??= next_cursor;
    const count = isLast ? loaded : Math.max(this.#state.count, loaded + 1);
    this.#set({ count, exact: isLast || this.#state.exact, loading: this.#requests.size > 0, error: null });
    if (!isLast && page === 0) void this.#loadPositions();
    this.#showPages(this.#visible);
  }

  #failed(page: number, error: unknown, request: AbortController): void {
    if (request.signal.aborted || this.#ended) return;
    this.#requests.delete(page);
    this.#set({ error, loading: this.#requests.size > 0 });
  }

  async #loadPositions(): Promise<void> {
    if (this.#positions || this.#ended) return;
    const request = new AbortController();
    this.#positions = request;
    try {
      const { total, cursors, partial } = await this.#source.positions(request.signal);
      if (request.signal.aborted || this.#ended) return;
      this.#setCursors([null, ...cursors]);
      this.#set({ count: partial === true ? Math.max(total, this.#state.count) : total, exact: partial !== true });
      this.#showPages(this.#visible);
    } catch (error) {
      // Without positions the list still grows page by page.
      if (!request.signal.aborted && this.#pages.size === 0) this.#set({ error, loading: false });
    }
  }

  /** A page that was loaded from another place is loaded again: rows before it came or went. */
  #setCursors(cursors: readonly (string | null)[]): void {
    for (const page of this.#pages.keys()) {
      const from = this.#loadedFrom.get(page);
      if (from !== undefined && cursors[page] !== undefined && cursors[page] !== from) this.#stale.add(page);
    }
    const known = this.#cursors;
    this.#cursors = [...cursors, ...known.slice(cursors.length)];
  }

  #dropFarPages(): void {
    const distance = (page: number) => Math.min(...this.#visible.map((shown) => Math.abs(shown - page)));
    const byDistance = [...this.#pages.keys()].sort((a, b) => distance(b) - distance(a));
    for (const page of byDistance.slice(0, Math.max(0, byDistance.length - MAX_PAGES))) this.#pages.delete(page);
  }

  #set(change: Partial<RowStoreState>): void {
    const next = { ...this.#state, ...change };
    const { count, exact, loading, error } = this.#state;
    const same = next.count === count && next.exact === exact && next.loading === loading && next.error === error;
    if (!same) this.#state = next;
    for (const listener of [...this.#listeners]) listener();
  }
}

function pagesBetween(first: number, last: number): readonly number[] {
  const page = Math.floor(first / PAGE_ROWS);
  return Array.from({ length: Math.floor(last / PAGE_ROWS) - page + 1 }, (_, offset) => page + offset);
}

function changed<Row>(row: Row, changes: readonly ((row: Row) => Row)[]): Row {
  return changes.reduce((before, change) => change(before), row);
}
