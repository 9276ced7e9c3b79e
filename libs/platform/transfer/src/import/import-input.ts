import type { ErrorDetail } from '@cubit/core';
import type { Actor } from '@cubit/core/host';
import type { SourceSettings } from '../source/read-source.js';
import type { DateOrder } from '../table/foreign-date.js';
import type { DecimalMark } from '../table/foreign-number.js';
import type { ColumnChoice } from './column-choices.js';
import type { FileFacts } from './file-facts.js';
import type { RowDraft, RowWarning } from './row-draft.js';
import { NO_VALUES, type ValueCounts, type ValueNote } from './row-values.js';
import type { Reading } from './reading.js';
import type { Mapping } from './row-targets.js';

export const IMPORT_JOB = 'transfer:import';

/** Input of an import job. The file is stored under the id of the job. */
export interface ImportInput extends SourceSettings {
  readonly kind: string;
  readonly reading: Reading;
  readonly mapping: Mapping | null;
  /** Of the list with the records in a document; null: its only one. */
  readonly path: string | null;
  readonly key: string | null;
  /** Column of the file that has the ids of another system. */
  readonly idColumn: string | null;
  /** The other system; an empty text if none is named. */
  readonly origin: string;
  /** Null: decided for each column. */
  readonly decimal: DecimalMark | null;
  /** Null: decided for each column. */
  readonly dates: DateOrder | null;
  readonly currency: string | null;
  /** The setting `currency` of the module; null if it has none. */
  readonly fallbackCurrency: string | null;
  /** Values for rows that have none, by target. */
  readonly defaults: Readonly<Record<string, string>>;
  /** Kinds whose missing records are created. */
  readonly creates: readonly string[];
  readonly dryRun: boolean;
  /** The user who requested the import. Rows are written as this user, with the role at that time. */
  readonly actor: Actor;
}

/** Result of an import. Every row is counted once. */
export interface ImportResult {
  /** Rows of the file. */
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  /** Rows whose records were there already. */
  readonly unchanged: number;
  /** Rows without a value for any field, and items that a reader leaves out. */
  readonly skipped: number;
  /** Of the skipped ones: components that are not fitted, and those that are excluded from a bill. */
  readonly not_fitted: number;
  readonly excluded: number;
  readonly rejected: number;
  /** What became of the values of the file: of cells and members that are not empty. */
  readonly values: ValueCounts;
  /** Encoding of the text of the file. */
  readonly encoding: string;
  readonly reading: Reading;
  /** How the columns were read of which the cells decided it. */
  readonly columns: readonly ColumnChoice[];
  /** Id of the file of rejected rows with reasons; null if there are none. */
  readonly rejects: string | null;
  /** The first rejected rows with their faults. */
  readonly rejected_rows: readonly RejectedRow[];
  /** Records created besides those of the rows, by kind. */
  readonly records: Readonly<Record<string, number>>;
  /** Columns of the file that no field took. */
  readonly ignored: readonly string[];
  readonly warnings: Warnings;
}

export interface RejectedRow {
  /** From 1, without the header. */
  readonly row: number;
  /** Paths begin in the row: `/fields/qty`; an empty one is the row as a whole. */
  readonly details: readonly ErrorDetail[];
}

/** What was changed or left out to import rows. */
export interface Warnings {
  readonly count: number;
  /** The first ones. */
  readonly first: readonly RowWarning[];
}

/** Progress of an import, saved in the same transaction as the rows. */
export interface Checkpoint {
  readonly facts: FileFacts | null;
  /** Rows done, from the first. */
  readonly row: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly skipped: number;
  readonly not_fitted: number;
  readonly excluded: number;
  readonly rejected: number;
  readonly records: Readonly<Record<string, number>>;
  readonly warnings: Warnings;
  readonly values: ValueCounts;
  /** Values that were left out for a reason of their column. */
  readonly notes: ColumnNotes;
  /** Any of the rows was written, also by a run that began again. */
  readonly wrote: boolean;
  /** Once everything is done. */
  readonly result?: ImportResult;
}

export const NO_PROGRESS: Checkpoint = {
  facts: null,
  row: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  not_fitted: 0,
  excluded: 0,
  rejected: 0,
  records: {},
  warnings: { count: 0, first: [] },
  values: NO_VALUES,
  notes: {},
  wrote: false,
};

/** Whether an import has written anything, so that it can be taken back. */
export function hasWritten(checkpoint: Checkpoint | null): boolean {
  if (checkpoint === null) return false;
  // Checkpoints of earlier versions have the counts alone.
  const { wrote = false, created, updated, records } = checkpoint as Omit<Checkpoint, 'wrote'> & { wrote?: boolean };
  return wrote || created + updated + Object.keys(records).length > 0;
}

const SHOWN_WARNINGS = 50;

export function addWarnings({ count, first }: Warnings, more: readonly RowWarning[]): Warnings {
  return { count: count + more.length, first: [...first, ...more].slice(0, SHOWN_WARNINGS) };
}

interface ColumnNote extends ValueNote {
  /** The first row. */
  readonly row: number;
  readonly count: number;
}

/** By field and reason. */
export type ColumnNotes = Readonly<Record<string, ColumnNote>>;

export function addNotes(notes: ColumnNotes, drafts: readonly Pick<RowDraft, 'number' | 'values'>[]): ColumnNotes {
  const all = new Map(Object.entries(notes));
  for (const { number: row, values } of drafts)
    for (const note of values.notes) {
      const key = `${note.reason} ${note.field}`;
      const known = all.get(key);
      if (known) all.set(key, { ...known, row: Math.min(known.row, row), count: known.count + 1 });
      else if (all.size < MOST_NOTES) all.set(key, { ...note, row, count: 1 });
    }
  return Object.fromEntries(all);
}

/** Fields and members of a file, each with a few reasons. */
const MOST_NOTES = 1_000;

/** What happened to a value, and why. */
const REASONS: Readonly<Record<ValueNote['reason'], readonly [what: string, why: string]>> = {
  nothing: ['was left out', 'it means nothing'],
  unused: ['was left out', 'the record has no place for it'],
  kept: ['was left out', 'the record was there, and is not changed'],
  merged: ['was left out', 'another row of the record has another value'],
  blanks: ['was changed', 'blanks around it were removed'],
};

/** The warnings, with one for each column of which values were left out or changed for a reason of the column. */
export function withNotes({ count, first }: Warnings, notes: ColumnNotes): Warnings {
  const told = Object.values(notes).map(({ row, field, reason, word, count: values }) => {
    const value = word === '' ? 'A value' : `'${word.slice(0, 50)}'`;
    const [what, why] = REASONS[reason];
    return { row, field, message: `${value} ${what}, ${timesOf(values)}: ${why}.` };
  });
  return { count: count + told.length, first: [...told, ...first].slice(0, SHOWN_WARNINGS) };
}

function timesOf(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
