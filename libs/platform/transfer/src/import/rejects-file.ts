import { noFiles } from '@cubit/records';
import { type ErrorDetail, pagesOf } from '@cubit/core';
import type { Database, Transaction } from '@cubit/database';
import type { ImportKey } from '../source/import-chunks.js';
import { readRows, type StoredRow } from '../source/import-rows.js';
import { csvLine } from '../table/csv-line.js';
import type { RowsContext } from './batch-context.js';
import type { RejectedRow } from './import-input.js';
import { rowPrefix } from './row-draft.js';
import { guardText } from '../table/guarded-text.js';

const PAGE = 500;
/** Size limit of the file of rejects. Its last line then counts the omitted rows; so many rejects mean a wrong mapping. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Rows and faults of a row in the result of the job; the file has all of them. */
const MOST_ROWS = 100;
const MOST_DETAILS = 20;

interface Rejects {
  readonly key: ImportKey;
  readonly header: readonly string[] | null;
  readonly rejected: number;
}

/** Stores the rejected rows as a file and returns its id. Null if the service stores no files. */
export async function storeRejects(
  { host, workspace, actor, kind }: RowsContext,
  tx: Transaction,
  rejects: Rejects,
): Promise<string | null> {
  if (host.services.files === noFiles) return null;
  const content = await rejectsFile(tx.db, rejects);
  const { files } = host.enter({ tx, workspace, actor }).contextOf(kind.module, null);
  const [extension, mediaType] = rejects.header ? ['csv', 'text/csv'] : ['ndjson', 'application/x-ndjson'];
  return (await files.create({ name: `${kind.local}-rejects.${extension}`, mediaType, content })).id;
}

/** The rejected rows as in the source, each with its number and reasons, to be corrected and imported again. */
async function rejectsFile(db: Database['db'], { key, header, rejected }: Rejects): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  let shown = 0;
  const add = (text: string) => {
    const bytes = Buffer.from(text);
    parts.push(bytes);
    size += bytes.length;
  };
  if (header) add(csvLine(['import.row', 'import.reasons', ...header]));
  const read = (last?: StoredRow) => readRows(db, key, { after: last?.number ?? 0, waits: false, limit: PAGE });
  for await (const rows of pagesOf({ size: PAGE, read })) {
    for (const row of rows) add(header ? tableLine(row) : jsonLine(row));
    shown += rows.length;
    if (size >= MAX_BYTES) break;
  }
  if (shown < rejected) {
    const rest = `${rejected - shown} more rows were rejected.`;
    add(header ? csvLine(['', rest]) : `${JSON.stringify({ 'import.reasons': [rest] })}\n`);
  }
  return Buffer.concat(parts);
}

/** The first rejected rows, in the order of the file. */
export async function firstRejected(db: Database['db'], key: ImportKey): Promise<readonly RejectedRow[]> {
  const rows = await readRows(db, key, { after: 0, waits: false, limit: MOST_ROWS });
  return rows.map((row) => ({ row: row.number, details: detailsOf(row).slice(0, MOST_DETAILS) }));
}

/** The faults of a row with paths as in a request that writes the record: `/fields/qty`, empty for the whole row. */
function detailsOf({ reasons, number }: StoredRow): readonly ErrorDetail[] {
  return reasons.map(({ path, code, message }) => ({ path: path.replace(rowPrefix(number), ''), code, message }));
}

function reasonsOf(row: StoredRow): readonly string[] {
  return detailsOf(row).map(({ path, message }) => {
    const name = path.replace(/^\/(fields\/)?/, '');
    return name === '' ? message : `${name}: ${message}`;
  });
}

function tableLine(row: StoredRow): string {
  const cells = JSON.parse(row.source) as unknown;
  // Cells are copied unchanged, including guard apostrophes.
  const own = Array.isArray(cells) ? (cells as string[]) : [String(cells)];
  return csvLine([String(row.number), guardText(reasonsOf(row).join(' ')), ...own]);
}

function jsonLine(row: StoredRow): string {
  const value = JSON.parse(row.source) as unknown;
  const own = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { value };
  return `${JSON.stringify({ 'import.row': row.number, 'import.reasons': reasonsOf(row), ...own })}\n`;
}
