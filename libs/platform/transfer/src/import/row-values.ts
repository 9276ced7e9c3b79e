import type { Column } from '../table/columns.js';

/** What became of the values of a file. Their sum is the number of its values. */
export interface ValueCounts {
  /** Imported as they are. */
  readonly taken: number;
  /** Imported as another value, with a warning. */
  readonly read: number;
  /** Not imported, with a warning, or with their rejected or skipped row. */
  readonly left_out: number;
  /** In columns and members without a target, which `ignored` names. */
  readonly ignored: number;
}

export const NO_VALUES: ValueCounts = { taken: 0, read: 0, left_out: 0, ignored: 0 };

export type Fate = 'read' | 'left_out';

/** Why values of a column were left out, told once for the column. */
export type LeavingReason = 'nothing' | 'unused' | 'kept' | 'merged';

/** A value that was left out for a reason of its column, or read without the blanks around it. */
export interface ValueNote {
  readonly field: string;
  readonly reason: LeavingReason | 'blanks';
  /** The value, where it is a word such as `n/a`. */
  readonly word: string;
}

/** As a note; the word is absent where it does not matter. */
export interface Leaving extends Pick<ValueNote, 'field'>, Partial<Pick<ValueNote, 'word'>> {
  readonly reason: LeavingReason;
}

/** Follows what becomes of the values of one row. Shared by the drafts of its records. */
export class RowValues {
  /** Values of the row, with the ignored ones. */
  total = 0;
  ignored = 0;
  readonly notes: ValueNote[];
  /** The value that is being read: the index of its column, or its name. */
  #at: string | null = null;
  /** The first value of each target. */
  readonly #sources: Map<string, string>;
  readonly #columns: Map<string, Column>;
  readonly #fates: Map<string, Fate>;

  constructor(of?: RowValues) {
    this.total = of?.total ?? 0;
    this.ignored = of?.ignored ?? 0;
    this.notes = [...(of?.notes ?? [])];
    this.#sources = new Map(of ? of.#sources : []);
    this.#columns = new Map(of ? of.#columns : []);
    this.#fates = new Map(of ? of.#fates : []);
  }

  /** Notes that the value `key`, which is not empty, is read for its column. */
  read(key: string, column: Column, read: () => void): void {
    const target = targetOf(column);
    if (!this.#sources.has(target)) this.#sources.set(target, key);
    this.#columns.set(key, column);
    this.#at = key;
    read();
    this.#at = null;
  }

  /** The value that is being read, else the one of the target, has this fate. */
  mark(target: string, fate: Fate): void {
    const key = this.#at ?? this.#sources.get(target);
    if (key !== undefined && this.#fates.get(key) !== 'left_out') this.#fates.set(key, fate);
  }

  /** Leaves a value out for a reason of its column. */
  leave({ field, reason, word = '' }: Leaving): void {
    this.#note({ field, reason, word }, 'left_out');
  }

  /** The value is read without the blanks around it. */
  trim(field: string): void {
    this.#note({ field, reason: 'blanks', word: '' }, 'read');
  }

  #note(note: ValueNote, fate: Fate): void {
    const key = this.#at ?? this.#sources.get(note.field);
    if (key === undefined || this.#fates.get(key) === 'left_out') return;
    this.#fates.set(key, fate);
    this.notes.push(note);
  }

  /** Leaves out all values of a record that the row describes. */
  leaveBelow(prefix: string, reason: LeavingReason): void {
    for (const target of this.#sources.keys()) if (target.startsWith(prefix)) this.leave({ field: target, reason });
  }

  /** All values of a record that the row describes have this fate. */
  markBelow(prefix: string, fate: Fate): void {
    for (const target of this.#sources.keys()) if (target.startsWith(prefix)) this.mark(target, fate);
  }

  /** Leaves out the values that nothing took. */
  leaveUnused(isTaken: (column: Column) => boolean): void {
    for (const [key, column] of this.#columns) {
      if (this.#fates.has(key) || isTaken(column)) continue;
      this.#fates.set(key, 'left_out');
      this.notes.push({ field: targetOf(column), reason: 'unused', word: '' });
    }
  }

  counts(isImported: boolean): ValueCounts {
    const { ignored } = this;
    const open = this.total - ignored;
    if (!isImported) return { taken: 0, read: 0, left_out: open, ignored };
    const fates = [...this.#fates.values()];
    const left = Math.min(open, fates.filter((fate) => fate === 'left_out').length);
    const read = Math.min(open - left, fates.length - left);
    return { taken: open - left - read, read, left_out: left, ignored };
  }
}

export function addCounts(one: ValueCounts, other: ValueCounts): ValueCounts {
  return {
    taken: one.taken + other.taken,
    read: one.read + other.read,
    left_out: one.left_out + other.left_out,
    ignored: one.ignored + other.ignored,
  };
}

/** The target of a column by its field: `category` of `category.key`. */
export function targetOf(column: Column): string {
  switch (column.holds) {
    case 'nested':
      return `${column.at}.${targetOf(column.column)}`;
    case 'currency':
      return `${column.field.name}.currency`;
    case 'field':
    case 'key':
    case 'foreign_key':
      return column.field.name;
    default:
      return column.name;
  }
}

/** Whether a cell or a member of a row has a value. */
export function isValue(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'string') return value.trim() !== '';
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
