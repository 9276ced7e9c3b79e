export const SOURCE_FORMATS = ['csv', 'json', 'ndjson', 'xlsx', 'xml'] as const;
export type SourceFormat = (typeof SOURCE_FORMATS)[number];

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Media types that an import accepts, with their formats. Null: what the file says, because browsers send these for many formats. */
const FORMATS: Readonly<Record<string, SourceFormat | null>> = {
  'text/csv': 'csv',
  'application/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'text/plain': null,
  'application/json': 'json',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'application/xml': 'xml',
  'text/xml': 'xml',
  [XLSX_TYPE]: 'xlsx',
  'application/vnd.ms-excel': null,
  'application/octet-stream': null,
};

export const SOURCE_MEDIA_TYPES = Object.keys(FORMATS);

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)"?/i;

/** The format of a `Content-Type` that the route accepts; null if it tells none. */
export function readSourceType(contentType = 'text/csv'): {
  readonly format: SourceFormat | null;
  readonly charset: string | null;
  readonly tabs: boolean;
} {
  const essence = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return {
    format: FORMATS[essence] === undefined ? 'csv' : FORMATS[essence],
    charset: CHARSET.exec(contentType)?.[1] ?? null,
    tabs: essence === 'text/tab-separated-values',
  };
}
