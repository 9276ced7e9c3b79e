import { Type } from 'typebox';
import { pagesOf, type RouteReply } from '@cubit/core';
import { withStatementClass } from '@cubit/database';
import { csvLine } from './csv-line.js';

const PAGE = 500;
const FORMATS = ['csv', 'ndjson'] as const;
export type LogFormat = (typeof FORMATS)[number];

/** Query of a route that exports a log. */
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
  /** Name without extension, which depends on the format. */
  readonly name: string;
  readonly format: LogFormat;
  readonly columns: readonly string[];
  /** The rows after the given one, or the first ones; at most `limit`. */
  readonly read: (after: Row | undefined, limit: number) => Promise<readonly Row[]>;
  /** CSV lines of a row, one or more. */
  readonly csvOf: (row: Row) => string;
  readonly jsonOf: (row: Row) => unknown;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Streams a log as a file, page by page. */
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
  const readPage = (after?: Row) => withStatementClass('heavy', () => read(after, PAGE));
  for await (const rows of pagesOf({ size: PAGE, read: readPage })) {
    yield rows.map(lineOf).join('');
    if (signal.aborted) return;
  }
}
