import type { ImportReader } from '@cubit/core';
import type { ImportItem } from '@cubit/core/host';
import { badFile } from '../source/bad-file.js';
import type { SourceReader, SourceRow } from '../source/row.js';
import type { ImportNode } from './import-node.js';
import type { MemberUse } from './member-use.js';
import { isObject } from './read-members.js';
import type { Mapping } from './row-targets.js';
import { isValue } from './row-values.js';

export interface OpenRows extends SourceReader {
  /** The reader of the kind that knows the format; its rows name targets. */
  readonly reader: ImportReader | null;
  /** The file is one document, and the rows are records in it. */
  readonly isDocument: boolean;
}

/** Levels of a document in which its records are looked for. */
const MAX_LEVEL = 3;

export interface OpenOptions {
  readonly node: ImportNode;
  readonly mapping: Mapping | null;
  /** Of the list in the document that has the records, by its members; null: the only one. */
  readonly path?: string | null;
  /** Follows which members a reader uses. */
  readonly use?: MemberUse;
}

/** The rows of a file as the kind reads them: by one of its readers if the first row has the reader's format. */
export async function openRows(
  { header, rows }: SourceReader,
  { node, mapping, path = null, use }: OpenOptions,
): Promise<OpenRows> {
  const all = rows[Symbol.asyncIterator]();
  const first = await all.next();
  if (first.done === true) return { header, rows: none(), reader: null, isDocument: false };
  const item = itemOf(header, first.value);
  const reader =
    item && path === null && !isMapped(mapping, item)
      ? (node.importing.readers?.find((one) => one.matches(item)) ?? null)
      : null;
  const resumed = resume(first.value, all);
  const isDocument = isWhole(first.value);
  if (path !== null && !isDocument) throw badFile('The file is no document with members, which `path` chooses from.');
  if (!reader && !isDocument) return { header, rows: resumed, reader, isDocument };
  if (!reader && !node.lenient) throw badFile('The file is not a JSON array.');
  return { header: null, rows: expanded(resumed, { header, reader, path, use }), reader, isDocument };
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
  if ('cells' in row) return cellsByName(header ?? [], row.cells);
  return 'value' in row && isObject(row.value) ? row.value : null;
}

interface Expansion {
  readonly header: readonly string[] | null;
  readonly reader: ImportReader | null;
  readonly path: string | null;
  readonly use: MemberUse | undefined;
}

async function* expanded(
  rows: AsyncIterable<SourceRow>,
  { header, reader, path, use }: Expansion,
): AsyncGenerator<SourceRow> {
  let number = 0;
  for await (const row of rows) {
    const item = itemOf(header, row);
    if (!item) yield { ...row, number: (number += 1) };
    else if (reader) {
      if (use && 'cells' in row) leaveRepeated(use, header ?? [], { cells: row.cells, item });
      for (const value of reader.rows(use?.follow(item) ?? item)) yield { number: (number += 1), value };
    } else {
      const { at, records } = recordsIn(item, path);
      use?.leave(withoutPath(item, at), '');
      for (const value of records) yield { number: (number += 1), value };
    }
  }
}

/** Of several columns of one name, a reader sees one. */
function leaveRepeated(
  use: MemberUse,
  header: readonly string[],
  { cells, item }: { readonly cells: readonly string[]; readonly item: ImportItem },
): void {
  const seen = new Set<string>();
  for (const [index, cell] of cells.entries()) {
    const name = header[index] ?? '';
    if (!isValue(cell)) continue;
    if (seen.has(name) || item[name] !== cell) use.leave(cell, `${name} (${index + 1})`);
    seen.add(name);
  }
}

/** What a document has besides its records. */
function withoutPath(item: ImportItem, [name = '', ...rest]: readonly string[]): ImportItem {
  if (name === '') return {};
  const inner = item[name];
  const others = rest.length > 0 && isObject(inner) ? { [name]: withoutPath(inner, rest) } : {};
  return { ...Object.fromEntries(Object.entries(item).filter(([one]) => one !== name)), ...others };
}

interface FoundRecords {
  /** The path of their list; empty: the document is the record. */
  readonly at: readonly string[];
  readonly records: readonly unknown[];
}

/** The records of a document that no reader knows: its only list of objects, or the document itself. */
function recordsIn(document: ImportItem, path: string | null): FoundRecords {
  const lists = listsIn(document);
  if (path === null) {
    const [only, another] = lists;
    if (!only) return { at: [], records: [document] };
    if (!another) return { at: only[0].split('.'), records: only[1] };
    throw badFile(
      `The document has several lists: ${namesOf(lists)}. Choose the one with the records with \`path\`.`,
      'unknown',
    );
  }
  const found = path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), document);
  if (Array.isArray(found)) return { at: path.split('.'), records: found as readonly unknown[] };
  if (isObject(found)) return { at: path.split('.'), records: [found] };
  const known = lists.size === 0 ? 'It has no list.' : `Its lists are ${namesOf(lists)}.`;
  throw badFile(`The document has nothing at the path '${path}'. ${known}`, 'unknown');
}

/** The lists of objects in a document, by their paths. */
function listsIn(document: ImportItem): ReadonlyMap<string, readonly unknown[]> {
  const lists = new Map<string, readonly unknown[]>();
  const search = (value: unknown, names: readonly string[]): void => {
    if (Array.isArray(value)) {
      if (value.length > 0 && value.every(isObject)) lists.set(names.join('.'), value);
    } else if (isObject(value) && names.length < MAX_LEVEL)
      for (const [name, member] of Object.entries(value)) search(member, [...names, name]);
  };
  search(document, []);
  return lists;
}

const MOST_NAMES = 20;

function namesOf(lists: ReadonlyMap<string, readonly unknown[]>): string {
  return [...lists]
    .slice(0, MOST_NAMES)
    .map(([path, items]) => `${path.slice(0, 100)} (${items.length})`)
    .join(', ');
}

/** Of several columns of one name, the first that has something. */
function cellsByName(header: readonly string[], cells: readonly string[]): ImportItem {
  const item = new Map<string, string>();
  for (const [index, name] of header.entries()) if ((item.get(name) ?? '') === '') item.set(name, cells[index] ?? '');
  return Object.fromEntries(item);
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
