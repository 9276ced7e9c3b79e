import { sql, type RawBuilder } from 'kysely';
import { asTooCostly, countFrom, type Database, oneOf, withStatementClass } from '@cubit/database';
import {
  DEFAULT_LIMIT,
  listCursor,
  MAX_LIMIT,
  type PageQuery,
  type RecordShape,
  type RegisteredKind,
} from '@cubit/core/host';
import { compileFilter, isStretchOf, subtreesIn } from './filter.js';
import { orderBy, rangesAfter, type SortKey } from './keyset.js';
import { RECORD_COLUMNS_SQL, type RecordRow } from './record-row.js';
import { withShortFilter } from './short-query.js';
import { hasOrderIndex } from './order-index.js';
import { parseIds } from './parse-ids.js';
import { isTitle, parseSort } from './sort.js';
import { readSubtrees } from './subtree.js';

export interface ListQuery extends PageQuery {
  readonly filter?: string;
  readonly sort?: string;
  /** A filter in the short form: `resistance >= 10k`. */
  readonly q?: string;
  /** Lists the trash instead of live records. */
  readonly deleted?: boolean;
  /** Only records with these ids, separated by commas. */
  readonly ids?: string;
}

export interface ListSource {
  readonly database: Database;
  readonly workspaceId: string;
  readonly kind: RegisteredKind;
  readonly shape: RecordShape;
  readonly now: Date;
}

export interface RecordPage {
  readonly rows: readonly RecordRow[];
  readonly next_cursor: string | null;
  readonly total?: number;
}

type KeyedRow = RecordRow & Readonly<Record<`k${number}`, string | null>>;

/** One page of a kind: one statement. Another one if the total is requested, and one for the subtrees of the filter. */
export async function listRecords(source: ListSource, given: ListQuery): Promise<RecordPage> {
  const { database, shape } = source;
  const query = withShortFilter(shape, given);
  const ids = query.ids === undefined ? null : parseIds(query.ids);
  const limit = ids ? MAX_LIMIT : (query.limit ?? DEFAULT_LIMIT);
  const keys = parseSort(shape, query.sort);
  const cursors = cursorsOf(source.kind, keys);
  const filter = await pageFilterOf(source, query);
  const scope = scopeOf(source, { query, filter, ids });
  const after = query.cursor === undefined ? null : rangesAfter(keys, cursors.decode(query.cursor));
  const statement = pageStatement(source, {
    scope,
    keys,
    after,
    limit: limitSql(limit + 1, ids === null && (filter === null || isStretch(shape, keys[0], query.filter))),
  }).compile(database.db);
  const rows = await costly(query, () => database.read<KeyedRow>(statement.sql, statement.parameters));
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const more = rows.length > limit && last !== undefined;
  return {
    rows: page,
    next_cursor: more
      ? cursors.encode(keys.map((key, index) => (key.name === 'id' ? last.id : (last[`k${index}`] ?? null))))
      : null,
    ...(query.count === 'exact'
      ? {
          total: await costly(query, () =>
            withStatementClass(filter ? 'heavy' : 'light', () =>
              countFrom(database.db, sql`from ${sql.table(source.kind.partition)} where ${scope}`),
            ),
          ),
        }
      : {}),
  };
}

/** Titles are sorted by another value than they are filtered by. */
function isStretch(shape: RecordShape, key: SortKey | undefined, filter = ''): boolean {
  return key !== undefined && !isTitle(shape, key.name) && isStretchOf(key.name, shape, filter);
}

export function cursorsOf(kind: RegisteredKind, keys: readonly SortKey[]) {
  const list = `${kind.id}?${keys.map((key) => (key.descending ? `-${key.name}` : key.name)).join(',')}`;
  return listCursor(
    list,
    keys.map(({ type, nullable }) => (nullable ? (`${type}?` as const) : type)),
  );
}

const MEND = 'sort or filter by an indexed field; page with `cursor` and leave `count` out';

/** If the client chose what is read and in which order, it can choose otherwise. */
async function costly<Result>({ filter, sort, count }: ListQuery, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw filter === undefined && sort === undefined && count === undefined ? error : asTooCostly(error, MEND);
  }
}

export function filterOf({ shape, now, workspaceId }: ListSource, { filter }: ListQuery): RawBuilder<boolean> | null {
  return filter === undefined || filter.trim() === '' ? null : compileFilter(shape, filter, { now, workspaceId });
}

/**
 * As `filterOf`. Subtrees are read first, so that a page is planned with their values: a small one by the index of the reference, a
 * large one along the order of the page.
 */
async function pageFilterOf(source: ListSource, query: ListQuery): Promise<RawBuilder<boolean> | null> {
  const filter = filterOf(source, query);
  if (filter === null || query.filter === undefined) return filter;
  const { database, shape, now, workspaceId } = source;
  const subtrees = subtreesIn(shape, query.filter);
  if (subtrees.length === 0) return filter;
  const subtreeOf = await readSubtrees(database.db, { trees: shape.trees, workspaceId }, subtrees);
  return compileFilter(shape, query.filter, { now, workspaceId, subtreeOf });
}

export function scopeOf(
  { workspaceId, kind }: ListSource,
  {
    query,
    filter,
    ids,
  }: {
    readonly query: ListQuery;
    readonly filter: RawBuilder<boolean> | null;
    readonly ids: readonly string[] | null;
  },
): RawBuilder<boolean> {
  const trash = query.deleted === true ? sql`deleted_at is not null` : sql`deleted_at is null`;
  // Every row of a partition is of its kind. Naming the kind again would keep a count out of indexes, which do not hold it.
  const live = sql<boolean>`workspace_id = ${workspaceId} and ${trash}`;
  const own = ids ? sql<boolean>`${live} and kind = ${sql.lit(kind.id)} and ${oneOf('id', ids, 'uuid')}` : live;
  return filter ? sql<boolean>`${own} and (${filter})` : own;
}

interface PagePlan {
  readonly scope: RawBuilder<boolean>;
  readonly keys: readonly SortKey[];
  readonly after: readonly RawBuilder<boolean>[] | null;
  readonly limit: RawBuilder<number>;
}

/**
 * Common page sizes. Each limit in the text is a separate prepared statement, so only these are written as
 * literals.
 */
const USUAL_LIMITS: ReadonlySet<number> = new Set(
  [10, 20, 25, DEFAULT_LIMIT, 100, MAX_LIMIT].map((limit) => limit + 1),
);

/**
 * A statement with its limit as a literal is planned once; with a parameter, it is planned at each execution. An
 * order, or a range of it, is an index scan for all values. For other filters the best index depends on how rare
 * the values are, so they are planned with the values.
 */
function limitSql(limit: number, walk: boolean): RawBuilder<number> {
  return walk && USUAL_LIMITS.has(limit) ? sql.lit(limit) : sql<number>`${limit}`;
}

/**
 * The page, then its rows as text: a sort would else make text of every row before all but a page of them are dropped.
 * Where no index gives the order, what is sorted is ids and keys alone, and the rows of the page are read again.
 */
function pageStatement(source: ListSource, plan: PagePlan): RawBuilder<KeyedRow> {
  const { kind, shape, workspaceId } = source;
  const { keys } = plan;
  const columns = sql.raw([RECORD_COLUMNS_SQL, ...keys.flatMap(keyText)].join(', '));
  if (hasOrderIndex(shape, kind, keys))
    return sql<KeyedRow>`select ${columns} from (${pageRows(source, plan, RECORD_COLUMNS)}) page`;
  // Both sides have an id, and a join does not promise to keep the order.
  return sql<KeyedRow>`select ${columns} from (${pageRows(source, plan, sql`id as page_id`)}) page
    join ${sql.table(kind.partition)} r on r.workspace_id = ${workspaceId} and r.kind = ${sql.lit(kind.id)} and r.id = page.page_id
    order by ${orderBy(keys.map((key, index) => ({ ...key, expression: sql.raw(`page.${key.name === 'id' ? 'page_id' : keyName(index)}`) })))}`;
}

const RECORD_COLUMNS = sql.raw('id, title, fields, tags, version, created_at, updated_at, created_by, deleted_at');

export function keyName(index: number): string {
  return `k${index}`;
}

/** The values that a cursor needs come as text, so that no number loses digits on its way through JavaScript. */
function keyText({ name }: SortKey, index: number): readonly string[] {
  return name === 'id' ? [] : [`page.${keyName(index)}::text as ${keyName(index)}`];
}

/** Rows of one page, in order, with their sort keys. */
function pageRows(
  { kind }: ListSource,
  { scope, keys, after, limit }: PagePlan,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const keyColumns = keys.flatMap((key, index) =>
    key.name === 'id' ? [] : [sql`${key.expression} as ${sql.raw(keyName(index))}`],
  );
  const selected = sql.join([columns, ...keyColumns]);
  // The primary key is workspace, kind and id: the order by id alone is a walk along it only where the kind is named.
  const own = keys[0]?.name === 'id' ? sql`kind = ${sql.lit(kind.id)} and ${scope}` : scope;
  const select = (condition: RawBuilder<unknown>) =>
    sql`select ${selected} from ${sql.table(kind.partition)} where ${condition} order by ${orderBy(keys)} limit ${limit}`;
  if (after === null) return select(own);
  const [only, ...others] = after.map((range) => select(sql`${own} and ${range}`));
  if (only && others.length === 0) return only;
  // Rows of an earlier range precede those of a later one; an Append node reads its parts in order and stops at the
  // limit.
  const parts = [only, ...others].map((part) => sql`(${part})`);
  return sql`select * from (${sql.join(parts, sql` union all `)}) parts limit ${limit}`;
}
