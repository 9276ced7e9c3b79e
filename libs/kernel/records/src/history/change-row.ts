import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DatabaseSchema } from '@cubit/database';
import type { Actor, Cause } from '@cubit/core/host';
import { type ContentValues, PastContent, type PresentContent } from './past-content.js';

/** A change as it is stored. */
export interface ChangeRow {
  readonly workspace_id: string;
  readonly record_id: string;
  readonly version: number;
  readonly kind: string;
  readonly operation: string;
  readonly at: Date;
  readonly user_id: string | null;
  readonly actor_type: Actor['type'];
  readonly via_type: Actor['via']['type'];
  readonly via_id: string | null;
  /** Name of the agent's program. */
  readonly via_client: string | null;
  /** `laser 2.0.0`. */
  readonly via_module: string | null;
  readonly cause: Cause | null;
  readonly before: ContentValues | null;
  readonly after: ContentValues | null;
}

export const CHANGE_COLUMNS =
  'workspace_id, record_id, version, kind, operation, at, user_id, actor_type, via_type, via_id, via_client, via_module, cause, before, after';

/** The record of a change as it is now. */
export interface PresentRecord extends PresentContent {
  readonly id: string;
  readonly version: number;
}

export function actorOf({ actor_type: type, user_id: id, ...row }: ChangeRow): Actor {
  const { via_type, via_id, via_client: client, via_module: module } = row;
  const stated = { ...(client === null ? {} : { client }), ...(module === null ? {} : { module }) };
  return { type, id, via: { type: via_type, id: via_id, ...stated } };
}

/** How an actor is stored with a change. */
export function actorColumns({ type, id, via }: Actor) {
  const stated = { via_client: via.client ?? null, via_module: via.module ?? null };
  return { user_id: id, actor_type: type, via_type: via.type, via_id: via.id, ...stated };
}

/** The changes of a record after version `low`, up to `high`. */
interface Gap {
  readonly workspace_id: string;
  readonly record_id: string;
  readonly low: number;
  readonly high: number;
}

type FirstValue = Pick<Gap, 'record_id' | 'low'> & { readonly key: string; readonly value: unknown };

const MAX_VERSION = 2_147_483_647;

/**
 * Goes through changes from the newest of each record to its oldest, and calls `take` with what the record was right after each, as far as the
 * change itself does not show this. `take` goes back over the change. Records must have been read after the changes, or the changes be limited to
 * the version of the record: otherwise the record lacks what a change did.
 */
export async function goBack<Row extends Pick<ChangeRow, 'workspace_id' | 'record_id' | 'version' | 'kind'>>(
  db: Kysely<DatabaseSchema>,
  rows: readonly Row[],
  {
    records,
    rollups,
    take,
  }: {
    readonly records: ReadonlyMap<string, PresentRecord>;
    readonly rollups: (kind: string) => ReadonlySet<string>;
    readonly take: (row: Row, content: PastContent) => void;
  },
): Promise<void> {
  const byRecord = [...Map.groupBy(rows, ({ record_id: id }) => id).values()].map((group) =>
    group.toSorted((one, other) => other.version - one.version),
  );
  const gaps = byRecord.flatMap((group) => gapsOf(group, records.get(group[0]?.record_id ?? '')?.version));
  const values = await firstValues(db, gaps);
  for (const group of byRecord) {
    const [{ record_id: id, kind } = { record_id: '', kind: '' }] = group;
    const content = new PastContent(records.get(id) ?? null, rollups(kind));
    for (const row of group) {
      for (const { key, value } of values.get(`${id}/${row.version}`) ?? []) content.put({ [key]: value });
      take(row, content);
    }
  }
}

/** Changes that are not among the rows, newer than each of them and older than the row before. */
function gapsOf(
  group: readonly Pick<ChangeRow, 'workspace_id' | 'record_id' | 'version'>[],
  present: number = MAX_VERSION,
): readonly Gap[] {
  return group.flatMap(({ workspace_id, record_id, version }, index) => {
    const high = (group[index - 1]?.version ?? present + 1) - 1;
    return high > version ? [{ workspace_id, record_id, low: version, high }] : [];
  });
}

/** What each gap says first of every key, the last said first: applied in this order, an element never comes before its list. */
async function firstValues(
  db: Kysely<DatabaseSchema>,
  gaps: readonly Gap[],
): Promise<ReadonlyMap<string, readonly FirstValue[]>> {
  if (gaps.length === 0) return new Map();
  const { rows } = await sql<FirstValue>`select record_id, low, key, value from (
      select distinct on (g.record_id, g.low, s.key) g.record_id, g.low, s.key, s.value, s.step
      from json_to_recordset(${JSON.stringify(gaps)}::json) as g(workspace_id uuid, record_id uuid, low int, high int)
      join record_change c on c.workspace_id = g.workspace_id and c.record_id = g.record_id and c.version > g.low and c.version <= g.high
      cross join lateral (
        select key, value, c.version * 2::bigint as step from jsonb_each(c.before)
        union all select key, value, c.version * 2::bigint + 1 from jsonb_each(c.after)
      ) s
      order by g.record_id, g.low, s.key, s.step
    ) first order by step desc`.execute(db);
  return Map.groupBy(rows, ({ record_id: id, low }) => `${id}/${low}`);
}

/** The records of changes, of any kind, whether in the trash or not. */
export async function presentRecords(
  db: Kysely<DatabaseSchema>,
  rows: readonly Pick<ChangeRow, 'workspace_id' | 'record_id' | 'kind'>[],
): Promise<ReadonlyMap<string, PresentRecord & { readonly title: string }>> {
  const keys = new Map(rows.map(({ workspace_id, record_id, kind }) => [record_id, { workspace_id, record_id, kind }]));
  if (keys.size === 0) return new Map();
  const { rows: records } = await sql<PresentRecord & { title: string }>`
    select r.id, r.title, r.fields, r.tags, r.deleted_at, r.version
    from json_to_recordset(${JSON.stringify([...keys.values()])}::json) as x(workspace_id uuid, record_id uuid, kind text)
    join record r on r.workspace_id = x.workspace_id and r.kind = x.kind and r.id = x.record_id`.execute(db);
  return new Map(records.map((record) => [record.id, record]));
}

/** Inserts changes; `rows` is JSON of an array of objects with the columns of a change. */
export function insertChanges(rows: readonly Omit<ChangeRow, 'at'>[] | readonly object[]): RawBuilder<unknown> {
  return sql`insert into record_change (${sql.raw(CHANGE_COLUMNS)}) select ${sql.raw(CHANGE_COLUMNS)}
    from json_to_recordset(${JSON.stringify(rows)}::json) as x(workspace_id uuid, record_id uuid, version int, kind text, operation text,
      at timestamptz, user_id uuid, actor_type text, via_type text, via_id uuid, via_client text, via_module text, cause jsonb, before jsonb, after jsonb)`;
}
