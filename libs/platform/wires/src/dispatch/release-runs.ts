import { sql, type RawBuilder } from 'kysely';
import type { WireDatabase } from '../tables/schema.js';
import type { Lane } from './run-key.js';

// Released runs become due even behind an earlier run of their lane: the claim detects this.

/** Makes the first run of each lane due. Returns the workspaces of those that were not due. */
export async function releaseLanes(db: WireDatabase, lanes: readonly Lane[]): Promise<readonly string[]> {
  const columns = [
    lanes.map(({ workspaceId }) => workspaceId),
    lanes.map(({ wireId }) => wireId),
    lanes.map(({ lane }) => lane),
  ];
  return releaseFirst(
    db,
    sql`select f.* from unnest(${columns[0]}::uuid[], ${columns[1]}::uuid[], ${columns[2]}::text[]) as l(workspace_id, wire_id, lane)
      cross join lateral (
        select r.workspace_id, r.id, r.available_at, r.held from wire_run r
        where r.workspace_id = l.workspace_id and r.wire_id = l.wire_id and r.lane = l.lane and r.state = 'pending'
        order by r.event_position, r.ordinal limit 1
      ) f`,
  );
}

/** As `releaseLanes`, for all lanes: a process died after a commit and before it released them. */
export async function releaseStalledLanes(db: WireDatabase): Promise<readonly string[]> {
  const columns = sql`r.workspace_id, r.wire_id, r.lane, r.id, r.available_at, r.held`;
  const order = sql`order by r.workspace_id, r.wire_id, r.lane, r.event_position, r.ordinal limit 1`;
  return releaseFirst(
    db,
    sql`with recursive first as (
        (select ${columns} from wire_run r where r.state = 'pending' and r.lane is not null ${order})
        union all
        select n.* from first f cross join lateral (
          select ${columns} from wire_run r where r.state = 'pending' and r.lane is not null
            and (r.workspace_id, r.wire_id, r.lane) > (f.workspace_id, f.wire_id, f.lane) ${order}
        ) n
      ) select workspace_id, id, available_at, held from first`,
  );
}

async function releaseFirst(db: WireDatabase, first: RawBuilder<unknown>): Promise<readonly string[]> {
  const { rows } = await sql<{ workspace_id: string }>`
    with stalled as materialized (select * from (${first}) f where f.available_at is null and f.held is null)
    update wire_run r set available_at = clock_timestamp() from stalled s
    where r.workspace_id = s.workspace_id and r.id = s.id and r.state = 'pending' and r.available_at is null and r.held is null
    returning r.workspace_id`.execute(db);
  return [...new Set(rows.map((row) => row.workspace_id))];
}

/** Workspaces with due runs. Reads one index entry for each workspace with runs that are or will be due. */
export async function dueWorkspaces(db: WireDatabase): Promise<readonly string[]> {
  const next = (after: RawBuilder<unknown>) => sql`select r.workspace_id, r.available_at from wire_run r
    where r.state = 'pending' and r.available_at is not null ${after} order by r.workspace_id, r.available_at limit 1`;
  const { rows } = await sql<{ workspace_id: string }>`
    with recursive earliest as (
      (${next(sql``)})
      union all
      select n.* from earliest e cross join lateral (${next(sql`and r.workspace_id > e.workspace_id`)}) n
    ) select workspace_id from earliest where available_at <= clock_timestamp()`.execute(db);
  return rows.map((row) => row.workspace_id);
}

/** Releases blocked runs whose workspace has changed since: they check again whether they can run. */
export async function releaseBlocked(db: WireDatabase): Promise<void> {
  await sql`update wire_run r set held = null, held_version = null, available_at = now() from workspace w
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
    .set({ held: null, held_version: null, available_at: sql<Date>`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'pending')
    .where('held', '=', 'paused')
    .$if(wireId !== null, (query) => query.where('wire_id', '=', wireId))
    .execute();
}

/** Releases the runs that were paused only because the operator had paused all wires. */
export async function releaseUnpaused(db: WireDatabase): Promise<void> {
  await sql`update wire_run r set held = null, held_version = null, available_at = now() from wire w
    where r.state = 'pending' and r.held = 'paused' and w.workspace_id = r.workspace_id and w.id = r.wire_id and not w.paused
      and not exists (select from wire_workspace s where s.workspace_id = r.workspace_id and s.paused)`.execute(db);
}
