import { Type } from 'typebox';
import { type CursorTypes, type CursorValues, listCursor } from './list-cursor.js';

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 200;

/** Query parameters of every list. */
export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT, description: 'Rows on a page.' }),
  ),
  // Any text is accepted here, so that an invalid cursor is always answered with `invalid_cursor`.
  cursor: Type.Optional(Type.String({ description: '`next_cursor` of the page before.' })),
  count: Type.Optional(
    Type.Unsafe<'exact'>({
      type: 'string',
      enum: ['exact'],
      description: '`exact` adds `total`, the number of rows on all pages.',
    }),
  ),
};

export interface PageQuery {
  readonly limit?: number;
  readonly cursor?: string;
  readonly count?: 'exact';
}

export interface Page<Row> {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
  readonly total?: number;
}

/** A list that is sorted by values of its rows, the last of which is unique. */
interface PageSource<Row, Types extends CursorTypes> {
  /** Identifies the list, its filters and its sort: the cursor of another list is refused. */
  readonly list: string;
  /** SQL types of the sort values. */
  readonly sortedBy: Types;
  /** Sort values of a row, as text. */
  valuesOf(row: Row): CursorValues<Types>;
  /** Reads up to `limit` rows after the row with these sort values; null: from the start. */
  rows(after: CursorValues<Types> | null, limit: number): Promise<readonly Row[]>;
  /** The number of rows on all pages. */
  total(): Promise<number>;
}

/** Reads the page that a query asks for. */
export async function readPage<Row, const Types extends CursorTypes>(
  { limit = DEFAULT_LIMIT, cursor, count }: PageQuery,
  { list, sortedBy, valuesOf, rows, total }: PageSource<Row, Types>,
): Promise<Page<Row>> {
  const cursors = listCursor(list, sortedBy);
  const found = await rows(cursor === undefined ? null : cursors.decode(cursor), limit + 1);
  const page = pageOf(found, limit, (last) => cursors.encode(valuesOf(last)));
  return count === 'exact' ? { ...page, total: await total() } : page;
}

/** Makes a page from rows that were read with a limit of one more than requested. */
export function pageOf<Row>(rows: readonly Row[], limit: number, cursorOf: (last: Row) => string): Page<Row> {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  return { data, next_cursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}
