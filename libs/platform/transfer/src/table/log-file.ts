import { Type } from 'typebox';
import { pagesOf, type RouteReply } from '@cubit/core';
import { csvLine } from './csv-line.js';

const PAGE = 500;
const FORMATS = ['csv', 'ndjson'] as const;
export type LogFormat = (typeof FORMATS)[number];

/** The query of a route that answers with a log as a file. */
export const logFileQuery = {
  format: Type.Optional(Type.Unsafe<LogFormat>({ type: 'string', enum: [...FORMATS], default: 'csv' })),
};

export function logFileResponses(description: string) {
  return {
    200: {
      description,
      mediaType: 'text/csv',
      schema: Type.String(),
      otherMediaTypes: { 'application/x-ndjson': Type.String() },
    },
  };
}

interface LogFile<Row> {
  /** Without its ending, which is the format's. */
  readonly name: string;
  readonly format: LogFormat;
  readonly columns: readonly string[];
  /** The rows that follow one, or the first: `limit` at most. */
  readonly read: (after: Row | undefined, limit: number) => Promise<readonly Row[]>;
  /** CSV lines: one or several for a row. */
  readonly csvOf: (row: Row) => string;
  readonly jsonOf: (row: Row) => unknown;
  /** Aborted once nobody reads on. */
  readonly signal: AbortSignal;
}

/** A log as a file, streamed page by page. */
export function logFile<Row>(file: LogFile<Row>): RouteReply {
  const { name, format } = file;
  return {
    status: 200,
    stream: textOf(file),
    mediaType: format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/x-ndjson',
    headers: { 'content-disposition': `attachment; filename="${name}.${format}"`, 'cache-control': 'no-store' },
  };
}

async function* textOf<Row>({ format, columns, read, csvOf, jsonOf, signal }: LogFile<Row>): AsyncGenerator<string> {
  const lineOf = format === 'csv' ? csvOf : (row: Row) => `${JSON.stringify(jsonOf(row))}\n`;
  if (format === 'csv') yield csvLine(columns);
  for await (const rows of pagesOf({ size: PAGE, read: (after?: Row) => read(after, PAGE) })) {
    yield rows.map(lineOf).join('');
    if (signal.aborted) return;
  }
}
