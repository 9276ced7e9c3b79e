import { readPage } from '@cubit/core';
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

export function listPage<Row>(query: PageQuery, { list, rows, total, idOf }: ListSource<Row>): Promise<Page<Row>> {
  return readPage(query, {
    list,
    sortedBy: ['uuid'],
    rows: (after, limit) => rows(after?.[0] ?? null, limit),
    total,
    valuesOf: (row) => [idOf(row)],
  });
}
