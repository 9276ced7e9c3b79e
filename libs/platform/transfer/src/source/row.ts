/** One row of a file: cells of a table, a JSON value, or a fault. */
export type SourceRow = { readonly number: number } & (
  | { readonly cells: readonly string[] }
  /** `whole`: the only value of the file, which is not an array. */
  | { readonly value: unknown; readonly whole?: boolean }
  | { readonly fault: string; readonly text: string }
);

/** Limit of the characters of one row: that of the body of a request that creates one record. */
export const MAX_ROW_LENGTH = 1024 * 1024;
/** Limit of the nesting in one row, as in a request body. */
export const MAX_ROW_DEPTH = 64;
/** Characters shown of a row that could not be read. */
export const SHOWN_LENGTH = 200;

export interface SourceReader {
  /** Names of the columns; null for rows that name their own members. */
  readonly header: readonly string[] | null;
  readonly rows: AsyncIterable<SourceRow>;
}
