import type { Api } from './api.js';

const PAGE = 200;

/** Every row of a list, read in pages. */
export async function allRows<Row>(api: Api, path: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { readonly data: readonly Row[]; readonly next_cursor: string | null } = await api.get(
      `${path}${path.includes('?') ? '&' : '?'}limit=${String(PAGE)}${from}`,
    );
    rows.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return rows;
}
