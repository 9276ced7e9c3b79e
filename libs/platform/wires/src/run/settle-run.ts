import { sql, type RawBuilder } from 'kysely';
import type { RunError, WireDatabase } from '../tables/schema.js';
import type { RunKey } from '../dispatch/wake-id.js';

/** How a run is over. */
export type Verdict =
  | { readonly state: 'succeeded'; readonly result: unknown; readonly recordId: string | null }
  | { readonly state: 'skipped'; readonly reason: RunError }
  | { readonly state: 'failed'; readonly error: RunError }
  /** It leaves no trace. */
  | { readonly state: 'dropped' };

interface Settled extends RunKey {
  readonly startedAt: Date;
}

/**
 * Ends a run, and in the same statement lets the next one of its workspace that waits in the table onto the queue: its key, to be
 * published once this is committed.
 */
export async function settleRun(db: WireDatabase, run: Settled, verdict: Verdict): Promise<RunKey | null> {
  const { workspaceId, id } = run;
  const { rows } = await sql<{ id: string }>`
    with settled as (${statementOf(run, verdict)}), next as (
      update wire_run set wake_at = clock_timestamp() where workspace_id = ${workspaceId} and id = (
        select n.id from wire_run n
        where n.workspace_id = ${workspaceId} and n.id <> ${id} and n.state = 'pending' and n.held is null and n.wake_at is null
        order by n.event_position, n.ordinal limit 1 for update skip locked
      ) returning id
    ) select id from next`.execute(db);
  return rows[0] ? { workspaceId, id: rows[0].id } : null;
}

function statementOf({ workspaceId, id, startedAt }: Settled, verdict: Verdict): RawBuilder<unknown> {
  const which = sql`where workspace_id = ${workspaceId} and id = ${id}`;
  if (verdict.state === 'dropped') return sql`delete from wire_run ${which}`;
  const ended = sql`started_at = ${startedAt}, finished_at = clock_timestamp()`;
  switch (verdict.state) {
    case 'succeeded':
      return sql`update wire_run set state = 'succeeded', attempts = attempts + 1, record_id = ${verdict.recordId}::uuid, error = null,
        result = ${jsonOrNull(verdict.result)}::jsonb, ${ended} ${which}`;
    case 'failed':
      return sql`update wire_run set state = 'failed', attempts = attempts + 1, attempts_left = 0,
        error = ${JSON.stringify(verdict.error)}::jsonb, ${ended} ${which}`;
    case 'skipped':
      return sql`update wire_run set state = 'skipped', error = ${JSON.stringify(verdict.reason)}::jsonb, ${ended} ${which}`;
  }
}

function jsonOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** Leaves a run for later: it is tried again by itself. */
export async function postponeRun(
  db: WireDatabase,
  { workspaceId, id }: RunKey,
  { error, delayMs }: { readonly error: RunError; readonly delayMs: number },
): Promise<void> {
  const at = sql<Date>`clock_timestamp() + ${delayMs} * interval '1 millisecond'`;
  await sql`update wire_run set attempts = attempts + 1, attempts_left = attempts_left - 1, error = ${JSON.stringify(error)}::jsonb,
    available_at = ${at}, wake_at = ${at} where workspace_id = ${workspaceId} and id = ${id}`.execute(db);
}

/** Keeps a run until its wire may go on. */
export async function holdRun(
  db: WireDatabase,
  { workspaceId, id }: RunKey,
  { held, version }: { readonly held: 'paused' | 'blocked'; readonly version: number },
): Promise<void> {
  await db
    .updateTable('wire_run')
    .set({ held, held_version: version, wake_at: null })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Makes one run of each target: this one takes the first. Answers the keys of the others. */
export async function splitRun(
  db: WireDatabase,
  { workspaceId, id }: RunKey,
  targets: readonly string[],
): Promise<readonly RunKey[]> {
  const { rows } = await sql<{ id: string }>`
    with first as (
      update wire_run set record_id = ${targets[0]}::uuid where workspace_id = ${workspaceId} and id = ${id} returning *
    )
    insert into wire_run (workspace_id, id, wire_id, event_id, event_position, ordinal, lane, record_id, depth, root_event_id, cause_run_id,
      chain, attempts_left, available_at, wake_at, created_at)
    select workspace_id, wire_run_id(), wire_id, event_id, event_position, (t.place - 1)::integer, lane, t.record_id, depth, root_event_id, cause_run_id,
      chain, attempts_left, now(), now(), created_at
    from first cross join unnest(${targets}::uuid[]) with ordinality as t(record_id, place)
    where t.place > 1 returning id`.execute(db);
  return rows.map((row) => ({ workspaceId, id: row.id }));
}
