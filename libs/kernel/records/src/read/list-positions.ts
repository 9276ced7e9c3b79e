import { sql, type RawBuilder } from 'kysely';
import { isStatementTimeout } from '@cubit/database';
import { orderBy, type SortKey } from './keyset.js';
import { cursorsOf, filterOf, keyName, type ListSource, scopeOf } from './list-records.js';
import { parseSort } from './sort.js';

/** The whole request ends after this time, with what it has. */
const TIME_LIMIT_MS = 1_000;
/** Positions that are read in one step: between steps, the time is checked. */
const STEP = 100;

export interface PositionsQuery {
  readonly filter?: string;
  readonly sort?: string;
  readonly deleted?: boolean;
  /** Number of records between two positions. */
  readonly every: number;
}

export interface Positions {
  /** Number of records; if `partial`, of those that were counted. */
  readonly total: number;
  /** Cursors of the list after `every`, 2 × `every`, ... records: those of its pages from the second on. */
  readonly cursors: readonly string[];
  /** The time limit was reached: the list is longer. */
  readonly partial: boolean;
}

type PositionRow = { readonly id: string; readonly number: string; readonly is_last: boolean } & Readonly<
  Record<`k${number}`, string | null>
>;

/** The cursors of all pages of a list, without their records: one pass over its keys, read in steps until the time limit. */
export async function listPositions(source: ListSource, query: PositionsQuery): Promise<Positions> {
  const keys = parseSort(source.shape, query.sort);
  const cursors = cursorsOf(source.kind, keys);
  const scope = scopeOf(source, { query, filter: filterOf(source, query), ids: null });
  const found: PositionRow[] = [];
  const isComplete = await readUntilLimit(source, positionRows(source, { keys, scope, every: query.every }), found);
  const last = found.at(-1);
  const inside = last?.is_last === true ? found.slice(0, -1) : found;
  return {
    total: Number(last?.number ?? 0),
    cursors: inside.map((row) =>
      cursors.encode(keys.map((key, index) => (key.name === 'id' ? row.id : (row[`k${index}`] ?? null)))),
    ),
    partial: !isComplete,
  };
}

/** False if the time limit was reached. */
async function readUntilLimit(
  { database }: ListSource,
  rows: RawBuilder<PositionRow>,
  found: PositionRow[],
): Promise<boolean> {
  const endsAt = performance.now() + TIME_LIMIT_MS;
  try {
    return await database.db.transaction().execute(async (tx) => {
      const limit = async () => {
        const leftMs = Math.ceil(endsAt - performance.now());
        if (leftMs > 0) await sql`set local statement_timeout = ${sql.lit(leftMs)}`.execute(tx);
        return leftMs > 0;
      };
      await limit();
      await sql`declare positions no scroll cursor for ${rows}`.execute(tx);
      while (await limit()) {
        const step = await sql<PositionRow>`fetch ${sql.lit(STEP)} from positions`.execute(tx);
        found.push(...step.rows);
        if (step.rows.length < STEP) return true;
      }
      return false;
    });
  } catch (error) {
    if (isStatementTimeout(error)) return false;
    throw error;
  }
}

interface PositionPlan {
  readonly keys: readonly SortKey[];
  readonly scope: RawBuilder<boolean>;
  readonly every: number;
}

/** Every n-th row, and the last one. */
function positionRows({ kind }: ListSource, { keys, scope, every }: PositionPlan): RawBuilder<PositionRow> {
  const named = keys.flatMap((key, index) => (key.name === 'id' ? [] : [{ key, name: keyName(index) }]));
  const values = named.map(({ key, name }) => sql`${key.expression} as ${sql.raw(name)}`);
  const texts = named.map(({ name }) => sql.raw(`${name}::text as ${name}`));
  // As in lists: the order by id is a walk along the primary key only where the kind is named.
  const own = keys[0]?.name === 'id' ? sql`kind = ${sql.lit(kind.id)} and ${scope}` : scope;
  return sql<PositionRow>`select ${sql.join([sql`id`, sql`number`, sql`is_last`, ...texts])} from (
    select ${sql.join([sql`id`, ...values])}, row_number() over list as number, lead(id) over list is null as is_last
    from ${sql.table(kind.partition)} where ${own} window list as (order by ${orderBy(keys)})
  ) numbered where number % ${sql.lit(every)} = 0 or is_last`;
}
