import type { Measured } from '../options.js';

/** A list as a request to the program, and as hand-written SQL for the same rows. */
export interface ListCase {
  readonly id: Measured;
  readonly title: string;
  readonly bar: number | null;
  /** Query of the program's list of parts. */
  readonly query: (values: readonly string[]) => Readonly<Record<string, string>>;
  /** Rows on a page. Default 50. */
  readonly size?: number;
  /** The total comes with the page. Default false. */
  readonly counts?: boolean;
  /** Condition on the values, which are `$2` and following. */
  readonly where: string;
  readonly order: string;
  /** Default: the option of the run. */
  readonly mostConnections?: number;
}

const LIST_BAR = 0.8;
const AD_HOC_BAR = 0.8;
const NUMERIC_BAR = 0.6;
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
  order: `title nulls first, id`,
};

export const INDEXED: ListCase = {
  id: 'list',
  title: 'list 50, filter and sort on an indexed column',
  bar: LIST_BAR,
  query: ([title = '']) => ({ filter: `title >= ${JSON.stringify(title)}`, sort: 'title' }),
  where: `title >= $2`,
  order: `title nulls first, id`,
};

export const OF_CATEGORY: ListCase = {
  id: 'list-reference',
  title: 'list 50 of a category (2 %), newest first',
  bar: LIST_BAR,
  query: ([category = '']) => ({ filter: `category == ${JSON.stringify(category)}`, sort: '-created_at' }),
  where: `category = $2`,
  order: 'created_at desc nulls last, id desc',
};

/** Lists that no index serves, as people ask for them: each reads every record. */
export const AD_HOC: Readonly<
  Record<'equality' | 'contains' | 'filterAndSort' | 'textSort' | 'numericSort' | 'count' | 'filteredCount', ListCase>
> = {
  equality: {
    id: 'adhoc-equality',
    title: `equality (${FULL_READERS} in flight)`,
    bar: AD_HOC_BAR,
    query: ([mpn = '']) => ({ filter: `mpn == ${JSON.stringify(mpn)}` }),
    where: 'mpn = $2',
    order: 'id',
    mostConnections: FULL_READERS,
  },
  contains: {
    id: 'adhoc-contains',
    title: `contains (${FULL_READERS} in flight)`,
    bar: AD_HOC_BAR,
    query: ([part = '']) => ({ filter: `mpn.contains(${JSON.stringify(part)})` }),
    where: 'position($2 in mpn) > 0',
    order: 'id',
    mostConnections: FULL_READERS,
  },
  filterAndSort: {
    id: 'adhoc-filter-sort',
    title: `filter and sort (${FULL_READERS} in flight)`,
    bar: AD_HOC_BAR,
    query: ([mpn = '']) => ({ filter: `min_stock >= 20 && mpn >= ${JSON.stringify(mpn)}`, sort: '-mpn' }),
    where: 'min_stock >= 20 and mpn >= $2',
    order: 'mpn desc nulls last, id desc',
    mostConnections: FULL_READERS,
  },
  textSort: {
    id: 'adhoc-text-sort',
    title: `text sort (${FULL_READERS} in flight)`,
    bar: AD_HOC_BAR,
    query: () => ({ sort: 'mpn' }),
    where: 'true',
    order: 'mpn nulls first, id',
    mostConnections: FULL_READERS,
  },
  numericSort: {
    id: 'adhoc-numeric-sort',
    title: `numeric sort (${FULL_READERS} in flight)`,
    bar: NUMERIC_BAR,
    query: () => ({ sort: '-min_stock' }),
    where: 'true',
    order: 'min_stock desc nulls last, id desc',
    mostConnections: FULL_READERS,
  },
  count: {
    id: 'adhoc-count',
    title: `exact count (${FULL_READERS} in flight)`,
    bar: AD_HOC_BAR,
    query: () => ({ count: 'exact' }),
    where: 'true',
    order: 'id',
    size: 1,
    counts: true,
    mostConnections: FULL_READERS,
  },
  filteredCount: {
    id: 'adhoc-filtered-count',
    title: `exact count with a filter (${FULL_READERS} in flight)`,
    bar: AD_HOC_BAR,
    query: () => ({ count: 'exact', filter: 'min_stock >= 20' }),
    where: 'min_stock >= 20',
    order: 'id',
    size: 1,
    counts: true,
    mostConnections: FULL_READERS,
  },
};

/** Parts of each maker: their number and the sum of a field. */
export const GROUPS = {
  id: 'adhoc-group',
  title: `groups with a sum (${FULL_READERS} in flight)`,
  bar: AD_HOC_BAR,
  key: 'manufacturer',
  summed: 'min_stock',
  mostConnections: FULL_READERS,
} as const;

/**
 * Its plan depends on what PostgreSQL knows of the rows: it can walk the titles until a page is full, or take all parts of the
 * category and sort them.
 */
export const TWO_PLANS: ListCase = {
  id: 'plan',
  title: 'list 50 of a category above a stock level (1 %), by title',
  bar: null,
  query: ([category = '']) => ({ filter: `category == ${JSON.stringify(category)} && min_stock >= 20`, sort: 'title' }),
  where: 'category = $2 and min_stock >= 20',
  order: 'title nulls first, id',
  mostConnections: FULL_READERS,
};

/** The page after a row with the title `$2` and the id `$3`. */
export const DEEP_PAGE: ListCase = {
  id: 'page-deep',
  title: 'list 50, sort by title, a page deep inside',
  bar: LIST_BAR,
  query: ([, , cursor = '']) => ({ sort: 'title', cursor }),
  where: `(title, id) > ($2, $3::uuid)`,
  order: `title nulls first, id`,
};

export const LISTS: readonly ListCase[] = [
  FIRST_PAGE,
  INDEXED,
  OF_CATEGORY,
  DEEP_PAGE,
  TWO_PLANS,
  ...Object.values(AD_HOC),
];
