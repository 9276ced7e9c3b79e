import { sql } from 'kysely';
import type { Database } from '@cubit/database';
import type { AnyRecord, RegisteredKind } from '@cubit/core/host';
import type { ContentValues } from '@cubit/records';
import type { UndoContext } from './undo-context.js';

type Db = Database['db'];

/** One transaction of an import. */
export interface ImportStep {
  /** Its time as PostgreSQL writes it, with all digits. */
  readonly at: string;
  readonly changes: number;
}

/** The clocks of the database and of the processes may differ. */
const CLOCK_MARGIN_MS = 3_600_000;

/** The transactions of an import, the last one first: each has one time, and some hundred rows. */
export async function importSteps(
  db: Db,
  { workspace, importId, startedAt, endedAt }: UndoContext,
): Promise<readonly ImportStep[]> {
  const [from, to] = [startedAt.getTime() - CLOCK_MARGIN_MS, endedAt.getTime() + CLOCK_MARGIN_MS];
  const { rows } = await sql<ImportStep>`select at::text as at, count(*)::int as changes from record_change
    where workspace_id = ${workspace.id} and via_type = 'import' and via_id = ${importId}
      and record_change.at between ${new Date(from)} and ${new Date(to)}
    group by record_change.at order by record_change.at desc`.execute(db);
  return rows;
}

/** What one transaction of an import did to a record, and what became of it. */
export interface ImportedRecord {
  readonly id: string;
  readonly kind: string;
  /** The first of its writes. */
  readonly operation: 'create' | 'update' | 'delete' | 'restore';
  /** What each write replaced, the newest first. */
  readonly befores: readonly (ContentValues | null)[];
  /** The version after the last of them. */
  readonly last: number;
  /** The newest version. */
  readonly latest: number;
  /** The undo made the newest version. */
  readonly isLatestUndo: boolean;
  /** What each change since replaced, the newest first, if something else changed the record since; otherwise null. */
  readonly since: readonly (ContentValues | null)[] | null;
  /** An earlier transaction of the import changed it too. */
  readonly isEarlier: boolean;
  /** A later transaction of the import changed it too. */
  readonly isLater: boolean;
}

/** A record of the step as it is now. */
export interface Candidate extends ImportedRecord {
  readonly of: RegisteredKind;
  readonly record: AnyRecord;
}

/** The records of one transaction of an import: one statement. */
export async function recordsOfStep(
  db: Db,
  { workspace, importId, undoIds }: UndoContext,
  at: string,
): Promise<readonly ImportedRecord[]> {
  const { rows } = await sql<ImportedRecord>`
    with own as materialized (
      select record_id, kind, min(version) as first, max(version) as last,
        (array_agg(operation order by version))[1] as operation, jsonb_agg(before order by version desc) as befores
      from record_change
      where workspace_id = ${workspace.id} and at = ${at}::timestamptz and via_type = 'import' and via_id = ${importId}
      group by record_id, kind
    )
    select own.record_id as id, own.kind, own.operation, own.befores, own.last, since.latest,
      coalesce(since.latest_via = any(${undoIds}::uuid[]), false) as "isLatestUndo",
      case when since.changed then since.befores end as since, since.later as "isLater",
      exists (select from record_change e where e.workspace_id = ${workspace.id} and e.record_id = own.record_id
        and e.version < own.first and e.via_type = 'import' and e.via_id = ${importId}) as "isEarlier"
    from own cross join lateral (
      select max(c.version) as latest, (array_agg(c.via_id order by c.version desc))[1] as latest_via,
        bool_or(c.via_type <> 'import' or c.via_id <> all(${[importId, ...undoIds]}::uuid[])) as changed,
        jsonb_agg(c.before order by c.version desc) filter (where c.version > own.last) as befores,
        bool_or(c.version > own.last and c.via_type = 'import' and c.via_id = ${importId}) as later
      from record_change c
      where c.workspace_id = ${workspace.id} and c.record_id = own.record_id and c.version >= own.first
    ) since
    order by own.record_id`.execute(db);
  return rows;
}

/** Records of some kinds that the undo created in its present transaction. */
export async function createdByUndo(
  db: Db,
  { workspace, undoIds }: UndoContext,
  { now, kinds }: { readonly now: Date; readonly kinds: readonly string[] },
): Promise<readonly { readonly id: string; readonly kind: string }[]> {
  const { rows } = await sql<{ id: string; kind: string }>`select record_id as id, kind from record_change
    where workspace_id = ${workspace.id} and at = ${now} and via_type = 'import' and via_id = ${undoIds.at(-1)}
      and operation = 'create' and kind = any(${kinds}::text[])
    order by record_id`.execute(db);
  return rows;
}

/** A record that refers to another one, which therefore cannot be deleted. */
export interface Use {
  readonly target: string;
  readonly source: string;
  readonly sourceKind: string;
}

/** The references that prevent the deletion of records. */
export async function usesOf(db: Db, { workspace }: UndoContext, ids: readonly string[]): Promise<readonly Use[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Use>`select target_id as target, source_id as source, source_kind as "sourceKind"
    from record_reference
    where workspace_id = ${workspace.id} and target_id = any(${ids}::uuid[]) and on_delete = 'restrict' and source_id <> target_id
    order by target_id, source_id`.execute(db);
  return rows;
}
