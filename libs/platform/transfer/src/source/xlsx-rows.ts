import { inflateRawSync } from 'node:zlib';
import { badFile } from './bad-file.js';
import type { SourceReader, SourceRow } from './row.js';

/** Limit of the unpacked parts of a workbook together, and of the packed file: it is read as a whole. */
const MAX_UNPACKED = 128 * 1024 * 1024;
const MAX_PACKED = 32 * 1024 * 1024;
const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;

/** The rows of the first sheet of a workbook that has any. Dates are ISO 8601, formulas their stored results. */
export async function readXlsx(bytes: AsyncIterable<Uint8Array>): Promise<SourceReader> {
  const file = await wholeOf(bytes);
  refuseBombs(file);
  const sheets = await parsed(file);
  const rows = sheets.find(({ data }) => data.length > 0)?.data ?? [];
  const table = rows.map((cells) => cells.map(textOf)).filter((cells) => cells.some((cell) => cell !== ''));
  const [header] = table;
  if (!header) throw badFile('The workbook is empty: the first row of its first sheet must name the columns.', 'empty');
  return { header: header.map((name) => name.trim()), rows: rowsOf(table.slice(1)) };
}

async function parsed(file: Buffer): Promise<readonly { readonly data: readonly (readonly unknown[])[] }[]> {
  // Loaded for the first workbook: few processes read one.
  const { default: readXlsxFile } = await import('read-excel-file/node');
  try {
    return (await readXlsxFile(file)) as unknown as readonly { readonly data: readonly (readonly unknown[])[] }[];
  } catch {
    // The parser throws errors of many kinds, all about the file.
    throw badFile('The file is not a workbook that can be read: save it again as .xlsx, without a password.', 'format');
  }
}

async function* rowsOf(table: readonly (readonly string[])[]): AsyncGenerator<SourceRow> {
  await Promise.resolve();
  for (const [index, cells] of table.entries()) yield { number: index + 1, cells };
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '');
  return typeof value === 'string' ? value : String(value as number | boolean);
}

async function wholeOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    parts.push(chunk);
    size += chunk.length;
    if (size > MAX_PACKED)
      throw badFile(`A workbook may have ${MAX_PACKED / 1024 / 1024} MiB; save the sheet as CSV.`, 'too_long');
  }
  return Buffer.concat(parts, size);
}

/** Unpacks every part once with a limit, since the sizes that the directory of an archive states may be wrong. */
function refuseBombs(file: Buffer): void {
  let left = MAX_UNPACKED;
  for (const { method, data } of entriesOf(file)) {
    if (method === STORED) left -= data.length;
    else if (method === DEFLATED) left -= unpackedSize(data, left);
    if (left <= 0) throw badFile('The workbook is too large: save the sheet as CSV.', 'too_long');
  }
}

function unpackedSize(data: Buffer, limit: number): number {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, limit) }).length;
  } catch (error) {
    if ((error as { readonly code?: string }).code === 'ERR_BUFFER_TOO_LARGE') return limit;
    throw badFile('The file is not a workbook: it is damaged.', 'format');
  }
}

function* entriesOf(file: Buffer): Generator<{ readonly method: number; readonly data: Buffer }> {
  const DIRECTORY_END_BYTES = 22;
  let end = file.length - DIRECTORY_END_BYTES;
  while (end >= 0 && file.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1;
  if (end < 0) throw badFile('The file is not a workbook: its end is missing.', 'format');
  try {
    let at = file.readUInt32LE(end + 16);
    while (at + 46 <= end && file.readUInt32LE(at) === DIRECTORY_ENTRY) {
      const local = file.readUInt32LE(at + 42);
      const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
      yield { method: file.readUInt16LE(at + 10), data: file.subarray(start, start + file.readUInt32LE(at + 20)) };
      at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
    }
  } catch (error) {
    if (error instanceof RangeError) throw badFile('The file is not a workbook: it is damaged.', 'format');
    throw error;
  }
}
