import { validate } from 'uuid';
import { decodeCursor, DEFAULT_LIMIT, encodeCursor, fail, pageOf } from '@cubit/core';
import type { Page, PageQuery } from '@cubit/core/host';

/** A list ordered by one id. */
export interface ListSource<Row> {
  /** Identifies the list: cursors of other lists are refused. */
  readonly list: string;
  /** Reads up to `limit` rows after the id `after` (null: from the start). */
  rows(after: string | null, limit: number): Promise<readonly Row[]>;
  total(): Promise<number>;
  idOf(row: Row): string;
}

export async function listPage<Row>(query: PageQuery, source: ListSource<Row>): Promise<Page<Row>> {
  const { limit = DEFAULT_LIMIT, cursor, count } = query;
  const after = cursor === undefined ? null : positionOf(source.list, cursor);
  const rows = await source.rows(after, limit + 1);
  const page = pageOf(rows, limit, (last) => encodeCursor(source.list, [source.idOf(last)]));
  return count === 'exact' ? { ...page, total: await source.total() } : page;
}

/** A cursor can be forged, so its content is checked before the query. */
function positionOf(list: string, cursor: string): string {
  const [id] = decodeCursor(list, cursor);
  if (validate(id)) return id as string;
  throw fail('invalid_cursor', 'The cursor was not made by this server for this list.');
}
