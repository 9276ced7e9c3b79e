import type { Api } from '../data/api.js';
import { PAGE } from './lists.js';

interface Page {
  readonly data: readonly { readonly id: string; readonly title: string }[];
  readonly next_cursor: string | null;
}

/** The page that is read deep in a list. With fewer records, the second last full page. */
const WANTED_PAGE = 1_000;
/** A cursor names a row, not a page, so large pages lead to the same row in fewer requests. */
const LARGEST_PAGE = 200;

export interface DeepPage {
  /** In pages of 50. */
  readonly page: number;
  /** Title and id of the last row before the page, and the cursor after that row. */
  readonly values: readonly [title: string, id: string, cursor: string];
}

/** Reads the list by title, as a client would, up to the page before. */
export async function deepPage(api: Api, recordsPath: string): Promise<DeepPage> {
  const wanted = (WANTED_PAGE - 1) * PAGE;
  let found: DeepPage | null = null;
  let cursor: string | null = null;
  for (let passed = 0; passed < wanted;) {
    const limit = String(Math.min(LARGEST_PAGE, wanted - passed));
    const query: URLSearchParams = new URLSearchParams({
      sort: 'title',
      limit,
      ...(cursor === null ? {} : { cursor }),
    });
    const { data, next_cursor: next }: Page = await api.get<Page>(`${recordsPath}?${query}`);
    const last = data.at(-1);
    if (next === null || !last) break;
    passed += data.length;
    found = { page: passed / PAGE + 1, values: [last.title, last.id, next] };
    cursor = next;
  }
  if (!found) throw new Error('There are too few parts for a second page.');
  return found;
}
