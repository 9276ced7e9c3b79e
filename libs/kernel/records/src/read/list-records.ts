import { sql, type RawBuilder } from 'kysely';
import { asTooCostly, countFrom, type Database, withStatementClass } from '@cubit/database';
import {
  DEFAULT_LIMIT,
  listCursor,
  MAX_LIMIT,
  type PageQuery,
  type RecordShape,
  type RegisteredKind,
} from '@cubit/core/host';
import { compileFilter, isStretchOf } from './filter.js';
import { orderBy, rangesAfter, type SortKey } from './keyset.js';
import { RECORD_COLUMNS_SQL, type RecordRow } from './record-row.js';
import { parseSort } from './sort.js';

export interface ListQuery extends PageQuery {
  readonly filter?: string;
  readonly sort?: string;
  /** The trash instead of the live records. */
  readonly deleted?: boolean;
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

/** One page of a kind: one statement, and a second one where the total is asked for. */
export async function listRecords(source: ListSource, query: ListQuery): Promise<RecordPage> {
  const { database, shape } = source;
  const limit = query.limit ?? DEFAULT_LIMIT;
  const keys = parseSort(shape, query.sort);
  const cursors = cursorsOf(source.kind, keys);
  const filter = filterOf(source, query);
  const scope = scopeOf(source, { query, filter });
  const after = query.cursor === undefined ? null : rangesAfter(keys, cursors.decode(query.cursor));
  const statement = pageStatement(source, {
    scope,
    keys,
    after,
    limit: limitSql(limit + 1, filter === null || isStretchOf(keys[0]?.name ?? '', shape, query.filter ?? '')),
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

function cursorsOf(kind: RegisteredKind, keys: readonly SortKey[]) {
  const list = `${kind.id}?${keys.map((key) => (key.descending ? `-${key.name}` : key.name)).join(',')}`;
  return listCursor(
    list,
    keys.map(({ type, nullable }) => (nullable ? (`${type}?` as const) : type)),
  );
}

const MEND = 'sort or filter by an indexed field; page with `cursor` and leave `count` out';

/** Where the client chose what is read and in which order, it can choose otherwise. */
async function costly<Result>({ filter, sort, count }: ListQuery, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw filter === undefined && sort === undefined && count === undefined ? error : asTooCostly(error, MEND);
  }
}

function filterOf({ shape, now, workspaceId }: ListSource, { filter }: ListQuery): RawBuilder<boolean> | null {
  return filter === undefined || filter.trim() === '' ? null : compileFilter(shape, filter, { now, workspaceId });
}

function scopeOf(
  { workspaceId, kind }: ListSource,
  { query, filter }: { readonly query: ListQuery; readonly filter: RawBuilder<boolean> | null },
): RawBuilder<boolean> {
  const trash = query.deleted === true ? sql`deleted_at is not null` : sql`deleted_at is null`;
  const own = sql<boolean>`workspace_id = ${workspaceId} and kind = ${sql.lit(kind.id)} and ${trash}`;
  return filter ? sql<boolean>`${own} and (${filter})` : own;
}

interface PagePlan {
  readonly scope: RawBuilder<boolean>;
  readonly keys: readonly SortKey[];
  readonly after: readonly RawBuilder<boolean>[] | null;
  readonly limit: RawBuilder<number>;
}

/** How many rows the usual pages read. Any number would be a statement of its own to keep, so only these are written out. */
const USUAL_LIMITS: ReadonlySet<number> = new Set(
  [10, 20, 25, DEFAULT_LIMIT, 100, MAX_LIMIT].map((limit) => limit + 1),
);

/**
 * With its limit in its text a statement is planned once, with a parameter each time it runs. An order, and a stretch of it, is a
 * walk along its index whatever the values; another filter is not: which index serves it hangs on how rare its values are, so it
 * is planned with them.
 */
function limitSql(limit: number, walk: boolean): RawBuilder<number> {
  return walk && USUAL_LIMITS.has(limit) ? sql.lit(limit) : sql<number>`${limit}`;
}

function pageStatement({ kind }: ListSource, { scope, keys, after, limit }: PagePlan): RawBuilder<KeyedRow> {
  // The values that a cursor needs come as text, so that no number loses digits on its way through JavaScript.
  const keyColumns = keys.flatMap((key, index) =>
    key.name === 'id' ? [] : [sql`${key.expression}::text as ${sql.raw(`k${index}`)}`],
  );
  const columns = sql.join([sql.raw(RECORD_COLUMNS_SQL), ...keyColumns]);
  const select = (condition: RawBuilder<unknown>) =>
    sql<KeyedRow>`select ${columns} from ${sql.table(kind.partition)} where ${condition} order by ${orderBy(keys)} limit ${limit}`;
  if (after === null) return select(scope);
  const [only, ...others] = after.map((range) => select(sql`${scope} and ${range}`));
  if (only && others.length === 0) return only;
  // Rows of an earlier range come before those of a later one, and an Append reads its parts one after the other and stops at the limit.
  const parts = [only, ...others].map((part) => sql`(${part})`);
  return sql<KeyedRow>`select * from (${sql.join(parts, sql` union all `)}) page limit ${limit}`;
}
