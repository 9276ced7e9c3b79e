import { sql } from 'kysely';
import type { WireDatabase } from '../tables/schema.js';
import { queuedRunCount } from './queued-run-count.js';
import type { RunKey } from './wake-id.js';

// A subquery with `for update` and `limit` must be materialized: otherwise it runs again for every joined row, and the limit does not hold.

/** A published run that has not started after this time is published again: its wake-up was lost. */
const OVERDUE_S = 2;
const BATCH = 500;

interface Row {
  readonly workspace_id: string;
  readonly id: string;
}
const keyOf = ({ workspace_id, id }: Row): RunKey => ({ workspaceId: workspace_id, id });

/** Marks runs that wait in the table as published, as many as fit on the queue of their workspace, and returns them. */
export async function releaseWaiting(
  db: WireDatabase,
  { turns, workspaceIds = null }: { readonly turns: number; readonly workspaceIds?: readonly string[] | null },
): Promise<readonly RunKey[]> {
  const among = workspaceIds === null ? sql`` : sql`and r.workspace_id = any(${workspaceIds}::uuid[])`;
  const { rows } = await sql<Row>`
    with chosen as materialized (
      select w.workspace_id, n.id from (
        select distinct r.workspace_id from wire_run r where r.state = 'pending' and r.held is null and r.wake_at is null ${among}
      ) w cross join lateral (
        select ${queuedRunCount(sql`w.workspace_id`, turns)} as runs
      ) waiting cross join lateral (
        select n.id from wire_run n
        where n.workspace_id = w.workspace_id and n.state = 'pending' and n.held is null and n.wake_at is null
        order by n.event_position, n.ordinal limit greatest(0, ${turns} - waiting.runs) for update skip locked
      ) n
    )
    update wire_run r set wake_at = clock_timestamp() from chosen c
    where r.workspace_id = c.workspace_id and r.id = c.id returning r.workspace_id, r.id`.execute(db);
  return rows.map(keyOf);
}

/** Runs whose wake-up is overdue. Locked runs are in progress and are skipped. */
export async function releaseOverdue(db: WireDatabase): Promise<readonly RunKey[]> {
  const { rows } = await sql<Row>`
    with chosen as materialized (
      select workspace_id, id from wire_run
      where state = 'pending' and held is null and wake_at < clock_timestamp() - ${sql.lit(OVERDUE_S)} * interval '1 second'
      order by wake_at limit ${sql.lit(BATCH)} for update skip locked
    )
    update wire_run r set wake_at = clock_timestamp() from chosen c
    where r.workspace_id = c.workspace_id and r.id = c.id returning r.workspace_id, r.id`.execute(db);
  return rows.map(keyOf);
}

/** Releases blocked runs whose workspace has changed since: they check again whether they can run. */
export async function releaseBlocked(db: WireDatabase): Promise<void> {
  await sql`update wire_run r set held = null, held_version = null from workspace w
    where r.state = 'pending' and r.held = 'blocked' and w.id = r.workspace_id and w.schema_version <> r.held_version`.execute(
    db,
  );
}

/** Releases paused runs of one wire, or of all wires in the workspace. */
export async function releasePaused(
  db: WireDatabase,
  { workspaceId, wireId = null }: { readonly workspaceId: string; readonly wireId?: string | null },
): Promise<void> {
  await db
    .updateTable('wire_run')
    .set({ held: null, held_version: null })
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'pending')
    .where('held', '=', 'paused')
    .$if(wireId !== null, (query) => query.where('wire_id', '=', wireId))
    .execute();
}

/** Releases the runs that were paused only because the operator had paused all wires. */
export async function releaseUnpaused(db: WireDatabase): Promise<void> {
  await sql`update wire_run r set held = null, held_version = null from wire w
    where r.state = 'pending' and r.held = 'paused' and w.workspace_id = r.workspace_id and w.id = r.wire_id and not w.paused
      and not exists (select from wire_workspace s where s.workspace_id = r.workspace_id and s.paused)`.execute(db);
}
