import { type ListQuery, listRecords, type ListSource, type RecordPage } from '@cubit/records';
import { withStatementClass } from '@cubit/database';
import type { PageKeys } from '../keys/page-keys.js';
import type { ExportedRow, RecordFormat } from './formats.js';

/** Records per page. An export holds one page in memory, and reads the next. */
export const EXPORT_PAGE = 500;

interface StreamOptions {
  readonly source: ListSource;
  readonly query: ListQuery;
  readonly format: RecordFormat;
  readonly keys: PageKeys;
  readonly signal: AbortSignal;
}

/**
 * Every record that the query selects, page by page by key: a record that exists throughout appears exactly once, whatever else is
 * created or deleted meanwhile. The first page is read before anything is sent, so that an invalid filter gives an error, not a broken file.
 */
export async function exportRecords({
  source,
  query,
  format,
  keys,
  signal,
}: StreamOptions): Promise<AsyncIterable<string>> {
  const pageAfter = (cursor: string | null) =>
    withStatementClass('heavy', () =>
      listRecords(source, { ...query, limit: EXPORT_PAGE, ...(cursor === null ? {} : { cursor }) }),
    );
  const first = await pageAfter(null);
  return text(first);

  async function* text(page: RecordPage): AsyncGenerator<string> {
    let current = page;
    let separator = '';
    yield format.head;
    while (!signal.aborted) {
      // Read the next page while this one is written.
      const next = current.next_cursor === null ? null : pageAfter(current.next_cursor);
      next?.catch(ignoreForNow);
      const rows = current.rows.map((row): ExportedRow => ({
        row,
        fields: JSON.parse(row.fields) as ExportedRow['fields'],
      }));
      if (!keys.empty) await withStatementClass('heavy', () => keys.look(rows.map(({ fields }) => fields)));
      const parts: string[] = [];
      for (const row of rows) {
        parts.push(separator, format.write(row, keys));
        separator = format.separator;
      }
      if (parts.length > 0) yield parts.join('');
      if (next === null) break;
      current = await next;
    }
    if (separator !== '' || format.separator !== '\n') yield format.foot;
  }
}

/** The promise is awaited later and throws there. */
function ignoreForNow(): void {}
