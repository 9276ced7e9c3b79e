import type { Measured } from '../options.js';

/** A list as a request to the program, and as hand-written SQL for the same rows. */
export interface ListCase {
  readonly id: Measured;
  readonly title: string;
  readonly bar: number | null;
  /** Query of the program's list of parts. */
  readonly query: (values: readonly string[]) => Readonly<Record<string, string>>;
  /** Condition on the values, which are `$2` and following. */
  readonly where: string;
  readonly order: string;
  /** Default: the option of the run. */
  readonly mostConnections?: number;
}

const TITLE = '(title collate "C")';
const MPN = `((fields->>'mpn') collate "C")`;
const MIN_STOCK = `(case when jsonb_typeof(fields->'min_stock') = 'number' then (fields->>'min_stock')::numeric end)`;
const CATEGORY = `((fields->>'category') collate "C")`;
const LIST_BAR = 0.6;
/** A request that reads every row uses a whole core. More of them would only measure waiting times. */
const FULL_READERS = 4;

/** Rows on a page. */
export const PAGE = 50;

export const FIRST_PAGE: ListCase = {
  id: 'page-1',
  title: 'list 50, sort by title, page 1',
  bar: LIST_BAR,
  query: () => ({ sort: 'title' }),
  where: 'true',
  order: `${TITLE} nulls first, id`,
};

export const INDEXED: ListCase = {
  id: 'list',
  title: 'list 50, filter and sort on an indexed column',
  bar: LIST_BAR,
  query: ([title = '']) => ({ filter: `title >= ${JSON.stringify(title)}`, sort: 'title' }),
  where: `${TITLE} >= $2`,
  order: `${TITLE} nulls first, id`,
};

export const OF_CATEGORY: ListCase = {
  id: 'list-reference',
  title: 'list 50 of a category (2 %), newest first',
  bar: LIST_BAR,
  query: ([category = '']) => ({ filter: `category == ${JSON.stringify(category)}`, sort: '-created_at' }),
  where: `${CATEGORY} = $2`,
  order: 'created_at desc nulls last, id desc',
};

export const UNINDEXED: ListCase = {
  id: 'list-unindexed',
  title: `list 50, filter and sort without an index (${FULL_READERS} in flight)`,
  bar: null,
  query: ([mpn = '']) => ({ filter: `min_stock >= 20 && mpn >= ${JSON.stringify(mpn)}`, sort: '-mpn' }),
  where: `${MIN_STOCK} >= 20 and ${MPN} >= $2`,
  order: `${MPN} desc nulls last, id desc`,
  mostConnections: FULL_READERS,
};

/** The page after a row with the title `$2` and the id `$3`. */
export const DEEP_PAGE: ListCase = {
  id: 'page-deep',
  title: 'list 50, sort by title, a page deep inside',
  bar: LIST_BAR,
  query: ([, , cursor = '']) => ({ sort: 'title', cursor }),
  where: `(${TITLE}, id) > ($2, $3::uuid)`,
  order: `${TITLE} nulls first, id`,
};

export const LISTS: readonly ListCase[] = [FIRST_PAGE, INDEXED, OF_CATEGORY, UNINDEXED, DEEP_PAGE];
