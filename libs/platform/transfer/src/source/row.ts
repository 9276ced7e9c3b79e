/** One row of a file as it stands there: cells of a table, a JSON value, or what it could not be read for. */
export type SourceRow = { readonly number: number } & (
  | { readonly cells: readonly string[] }
  | { readonly value: unknown }
  | { readonly fault: string; readonly text: string }
);

/** Characters of one row: as much as the body of a request that creates one record may have. */
export const MAX_ROW_LENGTH = 1024 * 1024;
/** Levels of nesting in one row, as in a body. */
export const MAX_ROW_DEPTH = 64;
/** Of a row that could not be read, so much is shown. */
export const SHOWN_LENGTH = 200;

export interface SourceReader {
  /** Names of the columns; null for rows that name their own members. */
  readonly header: readonly string[] | null;
  readonly rows: AsyncIterable<SourceRow>;
}
