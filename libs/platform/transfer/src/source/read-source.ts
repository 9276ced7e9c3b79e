import { decodeText } from './encoding.js';
import { readCsv } from './csv-rows.js';
import { jsonRows, ndjsonRows } from './json-rows.js';
import type { SourceFormat } from './media-types.js';
import type { SourceReader } from './row.js';

export interface SourceSettings {
  readonly format: SourceFormat;
  readonly encoding: string;
  /** Of a CSV file. */
  readonly separator: string;
}

/** The rows of a file. `partial`: the bytes are only its beginning, so that a missing end is no fault. */
export async function readSource(
  bytes: AsyncIterable<Uint8Array>,
  { format, encoding, separator }: SourceSettings,
  { partial = false } = {},
): Promise<SourceReader> {
  const text = decodeText(bytes, encoding);
  if (format === 'csv') return readCsv(text, { separator, partial });
  return { header: null, rows: format === 'json' ? jsonRows(text, { partial }) : ndjsonRows(text) };
}
