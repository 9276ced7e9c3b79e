import type { ImportReader } from '@cubit/core';
import type { ImportItem } from '@cubit/core/host';
import { badFile } from '../source/bad-file.js';
import type { SourceReader, SourceRow } from '../source/row.js';
import type { ImportNode } from './import-node.js';
import { isObject } from './read-members.js';
import type { Mapping } from './row-targets.js';

export interface OpenRows extends SourceReader {
  /** The reader of the kind that knows the format; its rows name targets. */
  readonly reader: ImportReader | null;
  /** The file is one document, and the rows are records in it. */
  readonly isDocument: boolean;
}

/** Levels of a document in which its records are looked for. */
const MAX_LEVEL = 3;

/** The rows of a file as the kind reads them: by one of its readers if the first row has the reader's format. */
export async function openRows(
  { header, rows }: SourceReader,
  { node, mapping }: { readonly node: ImportNode; readonly mapping: Mapping | null },
): Promise<OpenRows> {
  const all = rows[Symbol.asyncIterator]();
  const first = await all.next();
  if (first.done === true) return { header, rows: none(), reader: null, isDocument: false };
  const item = itemOf(header, first.value);
  const reader =
    item && !isMapped(mapping, item) ? (node.importing.readers?.find((one) => one.matches(item)) ?? null) : null;
  const resumed = resume(first.value, all);
  const isDocument = isWhole(first.value);
  if (!reader && !isDocument) return { header, rows: resumed, reader, isDocument };
  if (!reader && !node.lenient) throw badFile('The file is not a JSON array.');
  return { header: null, rows: expanded(resumed, { header, reader }), reader, isDocument };
}

/** A mapping that names columns of the file says how they are to be read. */
function isMapped(mapping: Mapping | null, item: ImportItem): boolean {
  const names = Object.keys(mapping ?? {});
  return names.length > 0 && names.every((name) => Object.hasOwn(item, name));
}

function isWhole(row: SourceRow): boolean {
  return 'value' in row && row.whole === true;
}

function itemOf(header: readonly string[] | null, row: SourceRow): ImportItem | null {
  if ('cells' in row) return Object.fromEntries((header ?? []).map((name, index) => [name, row.cells[index] ?? '']));
  return 'value' in row && isObject(row.value) ? row.value : null;
}

async function* expanded(
  rows: AsyncIterable<SourceRow>,
  { header, reader }: { readonly header: readonly string[] | null; readonly reader: ImportReader | null },
): AsyncGenerator<SourceRow> {
  let number = 0;
  for await (const row of rows) {
    const item = itemOf(header, row);
    if (!item) yield { ...row, number: (number += 1) };
    else for (const value of reader ? reader.rows(item) : recordsIn(item)) yield { number: (number += 1), value };
  }
}

/** The records of a document that no reader knows: its longest list of objects, or the document itself. */
function recordsIn(document: ImportItem): readonly unknown[] {
  let longest: readonly unknown[] = [];
  const search = (value: unknown, level: number): void => {
    if (Array.isArray(value)) {
      if (value.length > longest.length && value.every(isObject)) longest = value;
    } else if (isObject(value) && level < MAX_LEVEL)
      for (const member of Object.values(value)) search(member, level + 1);
  };
  search(document, 0);
  return longest.length > 0 ? longest : [document];
}

async function* resume(first: SourceRow, rest: AsyncIterator<SourceRow>): AsyncGenerator<SourceRow> {
  try {
    yield first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function* none(): AsyncGenerator<SourceRow> {}
