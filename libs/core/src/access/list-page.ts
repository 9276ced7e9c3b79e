import { validate } from 'uuid';
import { fail } from '../errors/cubit-error.js';
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, pageOf, type Page, type PageQuery } from '../http/paging.js';

/** A list in the order of one id. */
export interface ListSource<Row> {
  /** Names the list: cursors of other lists are refused. */
  readonly list: string;
  /** Rows beyond the id `after` (from the start where it is null), `limit` at most. */
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

/** A cursor can be made up, so what it holds is checked before the database is asked. */
function positionOf(list: string, cursor: string): string {
  const [id] = decodeCursor(list, cursor);
  if (validate(id)) return id as string;
  throw fail('invalid_cursor', 'The cursor was not made by this server for this list.');
}
