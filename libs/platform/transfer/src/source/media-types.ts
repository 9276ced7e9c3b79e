export const SOURCE_FORMATS = ['csv', 'json', 'ndjson'] as const;
export type SourceFormat = (typeof SOURCE_FORMATS)[number];

/** Media types that an import accepts, with their formats. */
const FORMATS: Readonly<Record<string, SourceFormat>> = {
  'text/csv': 'csv',
  'application/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'text/plain': 'csv',
  'application/json': 'json',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
};

export const SOURCE_MEDIA_TYPES = Object.keys(FORMATS);

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)"?/i;

/** The format of a `Content-Type` that the route accepts. */
export function readSourceType(contentType = 'text/csv'): {
  readonly format: SourceFormat;
  readonly charset: string | null;
  readonly tabs: boolean;
} {
  const essence = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return {
    format: FORMATS[essence] ?? 'csv',
    charset: CHARSET.exec(contentType)?.[1] ?? null,
    tabs: essence === 'text/tab-separated-values',
  };
}
