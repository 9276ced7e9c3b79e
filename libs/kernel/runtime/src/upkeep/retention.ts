import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { UpkeepContext } from '@cubit/access';
import { DAY_MS } from '@cubit/core';
import type { DatabaseSchema } from '@cubit/database';
import type { RegisteredKind } from '@cubit/core/host';

/** Retention in days; null: forever. */
export interface Retention {
  /** Events, for the log, the resumption of streams, and wires. Default 30. */
  readonly eventDays: number | null;
  /** Changes of records. Default: forever. */
  readonly historyDays: number | null;
  /** The audit log. Default 365. */
  readonly auditDays: number | null;
  /** Values of fields that a module removed. Default 90. */
  readonly retiredDays: number | null;
}

export const DEFAULT_RETENTION: Retention = { eventDays: 30, historyDays: null, auditDays: 365, retiredDays: 90 };

const ROWS_PER_STEP = 1_000;

/** Deletes rows that are older than their retention, in short steps. Returns the number of deleted rows. */
export async function purgeOld(
  db: Kysely<DatabaseSchema>,
  { eventDays, historyDays, auditDays, retiredDays }: Retention,
  { now, signal }: UpkeepContext,
): Promise<number> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const plans: readonly (readonly [string, RawBuilder<unknown> | null])[] = [
    ['record_change', historyDays === null ? null : outlivedChanges(before(historyDays))],
    ['audit_log', auditDays === null ? null : sql`id < ${firstIdOf(before(auditDays))}::uuid`],
    ['retired_value', retiredDays === null ? null : sql`retired_at < ${before(retiredDays)}`],
  ];
  let total = eventDays === null ? 0 : await removeEvents(db, { before: before(eventDays), signal });
  for (const [table, old] of plans) if (old) total += await removeAll(db, { table, old, signal });
  return total;
}

/** The oldest positions first. An event without a position is not delivered yet. */
async function removeEvents(
  db: Kysely<DatabaseSchema>,
  { before, signal }: { readonly before: Date; readonly signal: AbortSignal | undefined },
): Promise<number> {
  let total = 0;
  for (let removed = ROWS_PER_STEP; removed === ROWS_PER_STEP && !signal?.aborted;) {
    const { numAffectedRows } = await sql`with oldest as (
        select workspace_id, id, position from event_sequenced order by position limit ${sql.lit(ROWS_PER_STEP)}
      ), gone as (
        delete from event e using oldest o where e.workspace_id = o.workspace_id and e.id = o.id and e.occurred_at < ${before}
        returning o.position
      ) delete from event_sequenced where position in (select position from gone)`.execute(db);
    removed = Number(numAffectedRows ?? 0n);
    total += removed;
  }
  return total;
}

/** The oldest changes of a record are deleted first, whatever their times say: a change is derived from those after it. */
function outlivedChanges(before: Date): RawBuilder<unknown> {
  return sql`at < ${before} and not exists (select from record_change o where o.workspace_id = record_change.workspace_id
    and o.record_id = record_change.record_id and o.version < record_change.version and o.at >= ${before})`;
}

/** Deletes records of kinds with a retention. Returns the number of deleted records. */
export async function purgePassing(
  db: Kysely<DatabaseSchema>,
  kinds: readonly RegisteredKind[],
  { now, signal }: UpkeepContext,
): Promise<number> {
  let total = 0;
  for (const { definition, partition } of kinds) {
    if (definition.keepDays === undefined) continue;
    const old = sql`created_at < ${new Date(now.getTime() - definition.keepDays * DAY_MS)}`;
    total += await removeAll(db, { table: partition, old, signal });
  }
  return total;
}

interface Removal {
  readonly table: string;
  readonly old: RawBuilder<unknown>;
  readonly signal: AbortSignal | undefined;
}

async function removeAll(db: Kysely<DatabaseSchema>, { table, old, signal }: Removal): Promise<number> {
  let total = 0;
  for (let removed = ROWS_PER_STEP; removed === ROWS_PER_STEP && !signal?.aborted;) {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${old} limit ${sql.lit(ROWS_PER_STEP)}))`.execute(db);
    removed = Number(numAffectedRows ?? 0n);
    total += removed;
  }
  return total;
}

/** The smallest UUIDv7 of an instant (RFC 9562, 5.7): 48 bits of milliseconds, then version and variant. */
function firstIdOf(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
