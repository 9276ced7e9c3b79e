import type { Fault } from '@cubit/web-client';

/** What the beginning of a file says, and where its columns should go. */
export interface ImportPreview {
  readonly format: string;
  /** `exact`: the file is one that an export wrote. */
  readonly reading: 'exact' | 'foreign';
  /** Known format of another program. */
  readonly reader: string | null;
  readonly columns: readonly {
    readonly name: string;
    readonly field: string | null;
    readonly samples: readonly string[];
    readonly choice: ColumnChoice | null;
  }[];
  readonly targets: readonly ImportTarget[];
  readonly key: string | null;
  /** Fields that a new record needs and no column gives. */
  readonly missing: readonly string[];
  /** Another kind that reads the format of the file; null if this one can import it, or none knows it. */
  readonly belongs_to: string | null;
}

/** What a column can be mapped to. */
export interface ImportTarget {
  readonly name: string;
  readonly title: string;
  /** Kind and name of the field; null: it is no field. */
  readonly kind: string | null;
  readonly field: string | null;
  /** Can tell the record that a row changes. */
  readonly identifies: boolean;
}

/** How the numbers or dates of a column are read. */
export interface ColumnChoice {
  readonly parameter: 'decimal' | 'dates';
  /** Null: it fits several readings. */
  readonly value: string | null;
  /** The first unclear value in each of them. */
  readonly readings: readonly { readonly value: string; readonly first: string }[];
}

/** How numbers and dates of the whole file are read; absent: as its columns decide. */
export type FileStyle = Partial<Record<ColumnChoice['parameter'], string>>;

/** Column of the file to target; null: the column is ignored. */
export type Mapping = Readonly<Record<string, string | null>>;

export interface ImportResult {
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly skipped: number;
  readonly rejected: number;
  /** File of the rejected rows. */
  readonly rejects: string | null;
  /** The first of them with their faults. Absent after an upgrade, of a job that the version before ran. */
  readonly rejected_rows?: readonly RejectedRow[];
  /** What became of the values of the file. */
  readonly values: Readonly<Record<'taken' | 'read' | 'left_out' | 'ignored', number>>;
  readonly warnings: ImportWarnings;
  readonly columns: readonly { readonly column: string; readonly value: string | null }[];
}

export interface RejectedRow {
  readonly row: number;
  /** A path is one in the record: `/fields/qty`; an empty one is the row as a whole. */
  readonly details: readonly Fault[];
}

/** Values that were taken in another form, or left out. */
export interface ImportWarnings {
  readonly count: number;
  readonly first: readonly { readonly row: number; readonly field: string; readonly message: string }[];
}

/** What an import that is taken back has left. */
export interface UndoResult {
  readonly deleted: number;
  readonly set_back: number;
  readonly left: number;
  readonly left_records: readonly LeftRecord[];
}

export interface LeftRecord {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly message: string;
}

/** A file as it is sent: chosen by a person, or of corrected rows. */
export interface ImportSource {
  readonly name: string;
  readonly type: string;
  readonly content: Blob;
}
