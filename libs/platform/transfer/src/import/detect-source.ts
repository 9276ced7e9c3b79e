import { errorOf } from '@cubit/core';
import { invalidQuery } from '@cubit/core/host';
import { badFile } from '../source/bad-file.js';
import { guessSeparator } from '../source/csv-rows.js';
import { guessEncoding, knownEncoding, notUtf8, wideEncoding } from '../source/encoding.js';
import type { ReceivedFile } from '../source/import-chunks.js';
import { readSourceType, type SourceFormat } from '../source/media-types.js';
import { readSource, type SourceSettings } from '../source/read-source.js';
import type { ImportQuery } from './import-query.js';
import { type OpenOptions, openRows, type OpenRows } from './open-rows.js';
import { isObject, membersOf } from './read-members.js';

const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** Signatures of binary files, so that the error can name the format. */
const BINARY: readonly (readonly [string, readonly number[]])[] = [
  ['gzip: send it unpacked', [0x1f, 0x8b]],
  ['a PDF', [0x25, 0x50, 0x44, 0x46]],
  ['an image', [0x89, 0x50, 0x4e, 0x47]],
  ['an old Excel file (.xls): save as xlsx, and send that', [0xd0, 0xcf, 0x11, 0xe0]],
];

/** The format of a file: as the request states, otherwise detected. */
export function detectSource(file: ReceivedFile, contentType: string | undefined, query: ImportQuery): SourceSettings {
  const { head } = file;
  if (file.size === 0) throw badFile('The file is empty.', 'empty');
  const begins = (signature: readonly number[]) => signature.every((byte, index) => head[index] === byte);
  const binary = BINARY.find(([, signature]) => begins(signature));
  if (binary) throw badFile(`The file is not text but ${binary[0]}.`, 'text');
  const { format, charset, tabs } = readSourceType(contentType);
  if (begins(ZIP)) return { format: workbookIn(head), encoding: 'utf-8', separator: ',' };
  if (format === 'xlsx') throw badFile('The file is not a workbook (.xlsx).', 'format');
  const named = query.encoding ?? charset;
  const wide = named === null ? wideEncoding(head) : null;
  const beginning = head.subarray(0, LOOKED_AT_BYTES);
  const found = format ?? formatOf(new TextDecoder(wide ?? 'utf-8').decode(beginning, { stream: true }));
  const encoding = encodingOf(file, { named, wide, format: found });
  const text = new TextDecoder(encoding).decode(beginning, { stream: true });
  const separator = separatorOf(query.separator) ?? (tabs ? '\t' : null);
  return { format: found, encoding, separator: separator ?? guessSeparator(text) };
}

interface EncodingNames {
  /** Of the request; null: none. */
  readonly named: string | null;
  readonly wide: string | null;
  readonly format: SourceFormat;
}

function encodingOf(file: ReceivedFile, { named, wide, format }: EncodingNames): string {
  const known = named === null ? wide : knownEncoding(named);
  const isJson = format === 'json' || format === 'ndjson';
  const encoding = known ?? (isJson ? 'utf-8' : (declaredIn(file.head, format) ?? guessEncoding(file)));
  if (encoding !== 'utf-8' || file.utf8.faults === 0) return encoding;
  if (!isJson) throw notUtf8(file.utf8, 'which is the encoding of the file');
  const { line = 1, column = 1 } = file.utf8.first ?? {};
  throw errorOf('invalid_json', `JSON is UTF-8, and line ${line}, character ${column} of the file is not.`);
}

/** The encoding that an XML document names itself. */
function declaredIn(head: Uint8Array, format: SourceFormat): string | null {
  if (format !== 'xml') return null;
  const [, name = null] = DECLARATION.exec(Buffer.from(head.subarray(0, LOOKED_AT_BYTES)).toString('latin1')) ?? [];
  return name === null ? null : knownEncoding(name);
}

const DECLARATION = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,50})["']/;

const LOOKED_AT_BYTES = 64 * 1024;

/** A workbook is a ZIP archive whose parts are in the folder `xl`. */
function workbookIn(head: Uint8Array): SourceFormat {
  const text = Buffer.from(head).toString('latin1');
  if (text.includes('[Content_Types].xml') || text.includes('xl/')) return 'xlsx';
  throw badFile(
    'The file is not text but a ZIP archive (or an Excel file that is not .xlsx: save as xlsx): send the file in it.',
    'text',
  );
}

/** The format of text of which the request does not say what it is. */
function formatOf(text: string): SourceFormat {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (start.startsWith('<?xml') || /^<[a-z]+[\s>]/i.test(start)) return 'xml';
  if (/^\[\s*[{\]]/.test(start)) return 'json';
  if (!start.startsWith('{')) return 'csv';
  const [first = '', second = ''] = start.split('\n');
  return isJson(first) && second.trimStart().startsWith('{') ? 'ndjson' : 'json';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function separatorOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (text === 'tab') return '\t';
  if (text.length === 1 && !/["\r\n\\]/.test(text)) return text;
  throw invalidQuery('separator', 'it must be one character other than a quote, or `tab`.');
}

/** Limit of a file that is looked at as a whole. */
export const MAX_WHOLE_BYTES = 32 * 1024 * 1024;
const DOCUMENT = /^\uFEFF?\s*[{<]/;

/** Whether the beginning of the file tells nothing: a workbook, or a document that is not an array. */
export function isReadWhole(head: Uint8Array): boolean {
  return (head[0] === ZIP[0] && head[1] === ZIP[1]) || DOCUMENT.test(Buffer.from(head.subarray(0, 100)).toString());
}

export interface FileHead extends Pick<OpenRows, 'header' | 'reader' | 'isDocument'> {
  /** Rows of the beginning. */
  readonly samples: readonly Readonly<Record<string, string>>[];
}

/** Names of the columns, or of the members of all rows of the beginning. */
export function namesIn({ header, samples }: Pick<FileHead, 'header' | 'samples'>): readonly string[] {
  return [...new Set(header ?? samples.flatMap((sample) => Object.keys(sample)))];
}

/** Rows of the beginning that are looked at. */
const MAX_SAMPLES = 5_000;

/** Reads the beginning of a file; a small file is read completely, so that all its faults are reported at once. */
export async function readHead(
  file: { readonly head: Uint8Array; readonly size: number },
  settings: SourceSettings,
  options: OpenOptions,
): Promise<FileHead> {
  const { node } = options;
  const partial = file.size > file.head.length;
  // A workbook can only be read as a whole; the job tells what is wrong with a large one.
  if (partial && settings.format === 'xlsx') return { header: null, reader: null, isDocument: false, samples: [] };
  const source = await readSource(only(file.head, partial), settings, { partial });
  const { header, rows, reader, isDocument } = await openRows(source, options);
  const samples: Record<string, string>[] = [];
  for await (const row of rows) {
    if (samples.length >= MAX_SAMPLES) continue;
    if ('cells' in row) samples.push(sampleOf(header ?? [], row.cells));
    else if ('value' in row && isObject(row.value)) {
      const { members, keys } = membersOf(node.shape, row.value);
      samples.push(Object.fromEntries([...members, ...keys].map(([name, value]) => [name, shown(value)])));
    }
  }
  return { header, samples, reader, isDocument };
}

/** Cells of several columns of one name are shown together. */
function sampleOf(header: readonly string[], cells: readonly string[]): Readonly<Record<string, string>> {
  const sample = new Map<string, string>();
  for (const [index, name] of header.entries()) {
    const known = sample.get(name) ?? '';
    const cell = cells[index] ?? '';
    sample.set(name, known === '' || cell === '' ? known + cell : `${known}; ${cell}`);
  }
  return Object.fromEntries(sample);
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The beginning may end within a character. */
async function* only(head: Uint8Array, partial: boolean): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  const CHARACTER_BYTES = 4;
  let end = head.length;
  if (partial) for (let back = 0; back < CHARACTER_BYTES && ((head[end - 1] ?? 0) & 0x80) !== 0; back += 1) end -= 1;
  // Encodings with two bytes per character are cut at even offsets.
  yield head.subarray(0, end - (end % 2 === 1 && partial ? 1 : 0));
}
