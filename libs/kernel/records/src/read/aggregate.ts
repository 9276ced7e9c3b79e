import { sql, type RawBuilder } from 'kysely';
import { asTooCostly, withStatementClass } from '@cubit/database';
import { validationFailed } from '@cubit/core';
import type { Registry } from '@cubit/core/host';
import { compileFilter } from './filter.js';
import { type GroupKey, GroupFault, type GroupSort, parseGroupKeys, parseGroupSort } from './group-key.js';
import { groupRow, type StoredGroup } from './group-row.js';
import type { ListSource } from './list-records.js';
import { type Measure, type MeasuredField, parseMeasures } from './measure.js';

export const MAX_GROUPS = 200;

export interface AggregateQuery {
  readonly group_by?: string;
  readonly measures?: string;
  readonly filter?: string;
  readonly sort?: string;
}

export interface AggregateSource extends ListSource {
  readonly registry: Pick<Registry, 'kinds'>;
}

/** The records of a kind in groups, with measures of each: one statement, whatever the number of groups. */
export async function aggregateRecords(source: AggregateSource, query: AggregateQuery) {
  const { database, shape } = source;
  const keys = faultsAt('group_by', () => parseGroupKeys(shape, query.group_by));
  const measures = faultsAt('measures', () => parseMeasures(shape, query.measures));
  const sort = faultsAt('sort', () => parseGroupSort(keys, query.sort));
  const statement = statementOf(source, { keys, measures, sort, filter: query.filter }).compile(database.db);
  const rows = await costly(() =>
    withStatementClass('heavy', () => database.read<StoredGroup>(statement.sql, statement.parameters)),
  );
  return { groups: rows.map((row) => groupRow(row, keys, measures)), group_count: Number(rows[0]?.groups ?? 0) };
}

function faultsAt<Result>(parameter: string, parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof GroupFault)) throw error;
    throw validationFailed([{ path: `query:${parameter}`, code: 'invalid', message: error.message }]);
  }
}

async function costly<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw asTooCostly(error, 'narrow the filter to an indexed field');
  }
}

interface Plan {
  readonly keys: readonly GroupKey[];
  readonly measures: readonly Measure[];
  readonly sort: GroupSort | null;
  readonly filter: string | undefined;
}

/**
 * Parts are groups by the keys and by the currencies of measured money; groups combine their parts. Of more groups than the limit,
 * the first of the sort are kept, or without one those with most records.
 */
function statementOf(source: AggregateSource, plan: Plan): RawBuilder<StoredGroup> {
  const { keys, measures, sort } = plan;
  const names = keys.map((_, index) => sql.raw(`k${index}`));
  const parts = partsOf(source, plan);
  const combined = [...names, sql`coalesce(sum(n), 0) as n`, ...measures.flatMap(combine)];
  const grouped = names.length === 0 ? sql`` : sql`group by ${sql.join(names)}`;
  // Not the columns of the answer, which have the same names.
  const orders = [
    ...(sort ? [sorted('kept', sort)] : []),
    ...keys.map((key, index) => sql`${key.orderOf(sql.raw(`kept.k${index}`))} nulls last`),
  ];
  const kept = sql.join([sort ? sorted('grouped', sort) : sql`n desc`, ...names]);
  const order = orders.length === 0 ? sql`` : sql`order by ${sql.join(orders)}`;
  const shown = [sql`groups::int`, sql`n::text`, ...shownKeys(source, keys), ...measures.flatMap(shownMeasure)];
  return sql<StoredGroup>`with parts as (${parts}),
    grouped as (select ${sql.join(combined)} from parts ${grouped}),
    kept as (select *, count(*) over () as groups from grouped order by ${kept} limit ${sql.lit(MAX_GROUPS)})
    select ${sql.join(shown)} from kept ${order}`;
}

function sorted(table: string, { index, descending }: GroupSort): RawBuilder<unknown> {
  return sql`${sql.raw(`${table}.k${index}`)} ${sql.raw(descending ? 'desc nulls last' : 'asc nulls first')}`;
}

function partsOf(source: AggregateSource, { keys, measures, filter }: Plan): RawBuilder<unknown> {
  const { workspaceId, shape, kind, now } = source;
  const own = sql`workspace_id = ${workspaceId} and deleted_at is null`;
  const scope =
    filter === undefined || filter.trim() === ''
      ? own
      : sql`${own} and (${compileFilter(shape, filter, { now, workspaceId })})`;
  const columns = [
    ...keys.map(({ expression }, index) => sql`${expression} as ${sql.raw(`k${index}`)}`),
    sql`count(*) as n`,
    ...measures.flatMap(({ of }, index) => (of ? partColumns(of, index) : [])),
  ];
  const grouping = [
    ...keys.map((_, index) => sql.raw(String(index + 1))),
    ...measures.flatMap(({ of }) => (of?.currency ? [of.currency] : [])),
  ];
  const joins = sql.join(
    keys.flatMap(({ join }) => (join ? [join] : [])),
    sql` `,
  );
  const grouped = grouping.length === 0 ? sql`` : sql`group by ${sql.join(grouping)}`;
  return sql`select ${sql.join(columns)} from ${sql.table(kind.partition)} ${joins} where ${scope} ${grouped}`;
}

function partColumns({ apply, expression, currency }: MeasuredField, index: number): readonly RawBuilder<unknown>[] {
  const value = apply === 'avg' ? sql`sum(${expression})` : sql`${sql.raw(apply)}(${expression})`;
  return [
    sql`${value} as ${sql.raw(`v${index}`)}`,
    ...(apply === 'avg' ? [sql`count(${expression}) as ${sql.raw(`c${index}`)}`] : []),
    ...(currency ? [sql`${currency} as ${sql.raw(`u${index}`)}`] : []),
  ];
}

function combine({ of }: Measure, index: number): readonly RawBuilder<unknown>[] {
  if (!of) return [];
  const [value, count, currency] = ['v', 'c', 'u'].map((letter) => sql.raw(`${letter}${index}`));
  if (of.currency) {
    const counted = of.apply === 'avg' ? count : sql`1`;
    return [
      sql`jsonb_agg(jsonb_build_array(${currency}, ${value}::text, ${counted})) filter (where ${value} is not null) as ${value}`,
    ];
  }
  if (of.apply === 'avg') return [sql`round(sum(${value}) / nullif(sum(${count}), 0), 6) as ${value}`];
  return [sql`${sql.raw(of.apply)}(${value}) as ${value}`];
}

function shownKeys(
  { registry, workspaceId }: AggregateSource,
  keys: readonly GroupKey[],
): readonly RawBuilder<unknown>[] {
  return keys.flatMap(({ target, shownOf }, index) => {
    const key = sql.raw(`k${index}`);
    const shown = sql`to_jsonb(${shownOf(key)}) as ${key}`;
    const id = sql`(case when ${key} ~ '^[0-9a-f-]{36}$' then ${key}::uuid end)`;
    const title = sql.raw(`t${index}`);
    if (target === 'user') return [shown, sql`(select name from app_user where id = ${id}) as ${title}`];
    const kind = target === null ? undefined : registry.kinds.get(target);
    if (!kind) return [shown];
    const named = sql`select title from ${sql.table(kind.partition)} where workspace_id = ${workspaceId} and kind = ${sql.lit(kind.id)} and id = ${id}`;
    return [shown, sql`(${named}) as ${title}`];
  });
}

function shownMeasure({ of }: Measure, index: number): readonly RawBuilder<unknown>[] {
  return of ? [sql`to_jsonb(${sql.raw(`v${index}`)}) as ${sql.raw(`v${index}`)}`] : [];
}
