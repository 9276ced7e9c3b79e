import { decodeText } from './encoding.js';
import { readCsv } from './csv-rows.js';
import { jsonItems, xmlItems } from './document-rows.js';
import { ndjsonRows } from './json-rows.js';
import type { SourceFormat } from './media-types.js';
import type { SourceReader } from './row.js';
import { readXlsx } from './xlsx-rows.js';

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
  if (format === 'xlsx') return readXlsx(bytes);
  const text = decodeText(bytes, encoding);
  switch (format) {
    case 'csv':
      return readCsv(text, { separator, partial });
    case 'json':
      return { header: null, rows: jsonItems(text, { partial }) };
    case 'xml':
      return { header: null, rows: xmlItems(text, { partial }) };
    case 'ndjson':
      return { header: null, rows: ndjsonRows(text) };
  }
}
