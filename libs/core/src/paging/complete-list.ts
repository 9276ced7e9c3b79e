import { Type } from 'typebox';
import { invalidCursor, listCursor } from './list-cursor.js';
import { MAX_LIMIT, type Page, pageOf, pageQuery, type PageQuery } from './paging.js';

/** Query parameters of a list that is held in memory. Without `limit`, all rows are on one page. */
export const completeQuery = {
  ...pageQuery,
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_LIMIT, description: 'Rows on a page. Without it, all rows on one page.' }),
  ),
};

interface CompleteList<Item, Row> {
  /** Identifies the list: cursors of other lists are refused. */
  readonly list: string;
  /** All items in list order, including those that the caller may not see: the row of a cursor may have become invisible. */
  readonly items: Iterable<Item>;
  idOf(item: Item): string;
  /** The row of an item; null if the caller may not see it. */
  rowOf(item: Item): Row | null;
}

/** One page of a list that is held in memory. */
export function completePage<Item, Row>(
  { limit = Infinity, cursor, count }: PageQuery,
  { list, items, idOf, rowOf }: CompleteList<Item, Row>,
): Page<Row> {
  const rows = [...items].map((item) => ({ id: idOf(item), row: rowOf(item) }));
  const isSeen = (entry: (typeof rows)[number]): entry is { readonly id: string; readonly row: Row & {} } =>
    entry.row !== null;
  const cursors = listCursor(list, ['text']);
  const rest = rows.slice(cursor === undefined ? 0 : indexAfter(rows, cursors.decode(cursor)[0])).filter(isSeen);
  const page = pageOf(rest, limit, ({ id }) => cursors.encode([id]));
  return {
    data: page.data.map(({ row }) => row),
    next_cursor: page.next_cursor,
    ...(count === 'exact' ? { total: rows.filter(isSeen).length } : {}),
  };
}

function indexAfter(rows: readonly { readonly id: string }[], last: string): number {
  const place = rows.findIndex(({ id }) => id === last);
  if (place < 0) throw invalidCursor();
  return place + 1;
}
