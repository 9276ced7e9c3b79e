import type { Fault } from '@cubit/web-client';
import Papa from 'papaparse';
import type { ImportSource, Mapping, RejectedRow } from './import-types.js';
import { targetOf } from './target-words.js';

const ROW = 'import.row';
const REASONS = 'import.reasons';

/** A row that was refused, as it stands in the file. */
export interface BadRow {
  /** From 1, without the header. */
  readonly number: number;
  /** As in the file: with the names of fields. */
  readonly reasons: string;
  /** Of the first rows. */
  readonly faults: readonly Fault[];
  readonly cells: Readonly<Record<string, unknown>>;
}

export interface BadRows {
  readonly columns: readonly string[];
  readonly rows: readonly BadRow[];
}

/** Reads the file of rejected rows: CSV, or a JSON object a line. */
export function readBadRows(text: string, rejected: readonly RejectedRow[]): BadRows {
  const faultsAt = new Map(rejected.map(({ row, details }) => [row, details]));
  const isJson = text.startsWith('{');
  const records = isJson ? readLines(text) : readTable(text);
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return {
    columns: columns.filter((name) => name !== ROW && name !== REASONS),
    rows: records.flatMap(({ [ROW]: row, [REASONS]: reasons, ...cells }) => {
      const number = Number(row);
      return number > 0
        ? [{ number, reasons: [reasons].flat().join(' '), faults: faultsAt.get(number) ?? [], cells }]
        : [];
    }),
  };
}

type Cells = Readonly<Record<string, unknown>>;

const readLines = (text: string): readonly Cells[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Cells);

const readTable = (text: string): readonly Cells[] =>
  Papa.parse<Cells>(text, { header: true, skipEmptyLines: true }).data;

/** The rows as a file that can be imported with the mapping of the first one. */
export function correctedFile(rows: BadRows, isJson: boolean): ImportSource {
  return { name: nameOf('corrected', isJson), type: typeOf(isJson), content: new Blob([textOf(rows, isJson)]) };
}

/** A file that a link downloads. */
export interface LinkedFile {
  readonly name: string;
  readonly href: string;
}

/** The rows with their reasons, to be corrected elsewhere. */
export function leftOutFile({ columns, rows }: BadRows, isJson: boolean): LinkedFile {
  const marked = rows.map((row) => ({ ...row, cells: { [ROW]: row.number, [REASONS]: row.reasons, ...row.cells } }));
  const text = textOf({ columns: [ROW, REASONS, ...columns], rows: marked }, isJson);
  return {
    name: nameOf('left-out', isJson),
    href: `data:${typeOf(isJson)};charset=utf-8,${encodeURIComponent(text)}`,
  };
}

const nameOf = (name: string, isJson: boolean) => `${name}.${isJson ? 'json' : 'csv'}`;
const typeOf = (isJson: boolean) => (isJson ? 'application/json' : 'text/csv');

function textOf({ columns, rows }: BadRows, isJson: boolean): string {
  const cells = rows.map((row) => row.cells);
  if (isJson) return JSON.stringify(cells);
  return Papa.unparse({ fields: [...columns], data: cells.map((row) => columns.map((name) => row[name] ?? '')) });
}

/** A cell as it is edited. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The edited text in the form that the cell had: JSON keeps its numbers. */
export function cellValue(text: string, before: unknown): unknown {
  if (typeof before === 'string' || before === undefined) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // What is no JSON is a text.
    return text;
  }
}

/** Whether a fault of the row is at the field of the column, or names the column. */
export function isBadCell({ faults }: BadRow, column: string, mapping: Mapping): boolean {
  const target = mapping[column] ?? column;
  return faults.some((fault) => {
    const at = targetOf(fault);
    return at === target || at === target.split('.')[0] || fault.message.includes(`'${column}'`);
  });
}
