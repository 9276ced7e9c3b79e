import { Type } from 'typebox';
import { invalidQuery, type RecordShape } from '@cubit/core/host';
import { badFile } from '../source/bad-file.js';
import { guessSeparator } from '../source/csv-rows.js';
import { guessEncoding, knownEncoding } from '../source/encoding.js';
import type { ReceivedFile } from '../source/import-chunks.js';
import { readSourceType } from '../source/media-types.js';
import { readSource, type SourceSettings } from '../source/read-source.js';
import type { DecimalMark } from '../table/cell.js';
import { isObject, membersOf } from './row-draft.js';

export const importQuery = {
  encoding: Type.Optional(
    Type.String({
      maxLength: 50,
      description:
        'Encoding of the text: `utf-8`, `windows-1252`, `utf-16le`, ... Default: from `Content-Type`, otherwise detected.',
    }),
  ),
  separator: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 3,
      description: 'Separator of the cells of a CSV file: one character, or `tab`. Default: detected.',
    }),
  ),
};

export interface ImportQuery {
  readonly encoding?: string;
  readonly separator?: string;
  readonly mapping?: string;
  readonly decimal?: DecimalMark;
  readonly key?: string;
  readonly dry_run?: boolean;
}

/** Signatures of binary files, so that the error can name the format. */
const BINARY: readonly (readonly [string, readonly number[]])[] = [
  ['a ZIP archive (or an Excel file: export it as CSV)', [0x50, 0x4b, 0x03, 0x04]],
  ['gzip: send it unpacked', [0x1f, 0x8b]],
  ['a PDF', [0x25, 0x50, 0x44, 0x46]],
  ['an image', [0x89, 0x50, 0x4e, 0x47]],
  ['an old Excel file: export it as CSV', [0xd0, 0xcf, 0x11, 0xe0]],
];

/** The format of a file: as the request states, otherwise detected. */
export function detectSource(file: ReceivedFile, contentType: string | undefined, query: ImportQuery): SourceSettings {
  const { head } = file;
  if (file.size === 0) throw badFile('The file is empty.', 'empty');
  const binary = BINARY.find(([, signature]) => signature.every((byte, index) => head[index] === byte));
  if (binary) throw badFile(`The file is not text but ${binary[0]}.`, 'text');
  const { format, charset, tabs } = readSourceType(contentType);
  const named = query.encoding ?? charset;
  const encoding = named === null ? guessEncoding(file) : knownEncoding(named);
  const separator = separatorOf(query.separator) ?? (tabs ? '\t' : null);
  const text = separator === null && format === 'csv' ? new TextDecoder(encoding).decode(head, { stream: true }) : '';
  return { format, encoding, separator: separator ?? guessSeparator(text) };
}

function separatorOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (text === 'tab') return '\t';
  if (text.length === 1 && !/["\r\n\\]/.test(text)) return text;
  throw invalidQuery('separator', 'it must be one character other than a quote, or `tab`.');
}

interface Head {
  readonly header: readonly string[] | null;
  readonly samples: readonly Readonly<Record<string, string>>[];
}

/** Reads the beginning of a file; a small file is read completely, so that all its faults are reported at once. */
export async function readHead(
  file: ReceivedFile,
  settings: SourceSettings,
  wanted?: { readonly shape: RecordShape; readonly samples: number },
): Promise<Head> {
  const partial = file.size > file.head.length;
  const { header, rows } = await readSource(only(file.head, partial), settings, { partial });
  const samples: Record<string, string>[] = [];
  for await (const row of rows) {
    if (!wanted || samples.length >= wanted.samples) continue;
    if ('cells' in row)
      samples.push(Object.fromEntries((header ?? []).map((name, index) => [name, row.cells[index] ?? ''])));
    else if ('value' in row && isObject(row.value)) {
      const { members, keys } = membersOf(wanted.shape, row.value);
      samples.push(Object.fromEntries([...members, ...keys].map(([name, value]) => [name, shown(value)])));
    }
  }
  return { header, samples };
}

function shown(value: unknown): string {
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
