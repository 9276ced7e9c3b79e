import { type RecordRow, recordText, visibleFields } from '@cubit/records';
import type { RecordShape } from '@cubit/core/host';
import { isList, type PageKeys } from '../keys/page-keys.js';
import { encodeCell, encodeTexts } from '../table/cell.js';
import { columnsOf, type ExportColumn } from '../table/columns.js';
import { csvLine } from '../table/csv-line.js';
import { guardText } from '../table/guarded-text.js';

export const EXPORT_FORMATS = ['csv', 'json', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A record of a page with parsed fields. */
export interface ExportedRow {
  readonly row: RecordRow;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Serialises records of an export. */
export interface RecordFormat {
  readonly mediaType: string;
  readonly extension: string;
  readonly head: string;
  /** Between two records. */
  readonly separator: string;
  readonly foot: string;
  write(record: ExportedRow, keys: PageKeys): string;
}

const BYTE_ORDER_MARK = '\u{FEFF}';

export interface FormatOptions {
  readonly shape: RecordShape;
  /** Names of fields; null: all. Columns of the record itself are always included. */
  readonly fields: readonly string[] | null;
  readonly bom: boolean;
}

export function formatOf(format: ExportFormat, options: FormatOptions): RecordFormat {
  if (format === 'csv') return csvFormat(options);
  const write = ({ row, fields }: ExportedRow, keys: PageKeys) => recordJson(options, { row, fields }, keys);
  return format === 'json'
    ? { mediaType: 'application/json', extension: 'json', head: '[', separator: ',\n', foot: ']\n', write }
    : { mediaType: 'application/x-ndjson', extension: 'ndjson', head: '', separator: '\n', foot: '\n', write };
}

function csvFormat({ shape, fields, bom }: FormatOptions): RecordFormat {
  const wanted = fields === null ? null : new Set(fields);
  const columns = columnsOf(shape).filter(
    (column) => !('field' in column) || wanted === null || wanted.has(column.field.name),
  );
  return {
    mediaType: 'text/csv; charset=utf-8; header=present',
    extension: 'csv',
    head: (bom ? BYTE_ORDER_MARK : '') + csvLine(columns.map(({ name }) => name)),
    separator: '',
    foot: '',
    write: (record, keys) => csvLine(columns.map((column) => cellOf(column, record, keys))),
  };
}

function cellOf(column: ExportColumn, { row, fields }: ExportedRow, keys: PageKeys): string {
  switch (column.holds) {
    case 'id':
      return row.id;
    case 'tags':
      return row.tags.length === 0 ? '' : encodeTexts(row.tags);
    case 'field':
      return encodeCell(column.field, fields[column.field.name]);
    case 'key': {
      const found = keys.of(column.field, fields[column.field.name]);
      if (found.length === 0) return '';
      return isList(column.field) ? encodeTexts(found) : guardText(found[0] ?? '');
    }
    case 'envelope':
      return envelopeCell(row, column.name);
  }
}

function envelopeCell(row: RecordRow, name: string): string {
  switch (name) {
    case 'title':
      return guardText(row.title);
    case 'version':
      return String(row.version);
    case 'created_by':
      return row.created_by ?? '';
    default:
      return (name === 'created_at' ? row.created_at : row.updated_at).toISOString();
  }
}

/** The record as the API returns it, plus the readable keys of its references. */
function recordJson({ shape, fields: wanted }: FormatOptions, { row, fields }: ExportedRow, keys: PageKeys): string {
  const shown =
    wanted === null
      ? visibleFields(shape.hidden, row.fields)
      : JSON.stringify(Object.fromEntries(wanted.flatMap((name) => (name in fields ? [[name, fields[name]]] : []))));
  const text = recordText(shape.kind.id, row, shown);
  return keys.empty ? text : `${text.slice(0, -1)},"keys":${JSON.stringify(keys.object(fields))}}`;
}
