import { sql, type RawBuilder } from 'kysely';
import type { RunError, WireDatabase } from '../tables/schema.js';
import type { RunKey } from '../dispatch/wake-id.js';

/** How a run ended. */
export type FinalOutcome =
  | { readonly state: 'succeeded'; readonly result: unknown }
  | { readonly state: 'skipped'; readonly reason: RunError }
  | { readonly state: 'failed'; readonly error: RunError }
  /** The run is deleted. */
  | { readonly state: 'dropped' };

interface FinishedRun extends RunKey {
  /** The target; null if none was found or the action takes no record. */
  readonly recordId: string | null;
  readonly startedAt: Date;
}

/**
 * Records the outcome of a run. The same statement selects the next run of the workspace that waits in the table and returns its key, which
 * the caller publishes after the commit.
 */
export async function recordOutcome(db: WireDatabase, run: FinishedRun, outcome: FinalOutcome): Promise<RunKey | null> {
  const { workspaceId, id } = run;
  const { rows } = await sql<{ id: string }>`
    with finished as (${statementOf(run, outcome)}), next as (
      update wire_run set wake_at = clock_timestamp() where workspace_id = ${workspaceId} and id = (
        select n.id from wire_run n
        where n.workspace_id = ${workspaceId} and n.id <> ${id} and n.state = 'pending' and n.held is null and n.wake_at is null
        order by n.event_position, n.ordinal limit 1 for update skip locked
      ) returning id
    ) select id from next`.execute(db);
  return rows[0] ? { workspaceId, id: rows[0].id } : null;
}

function statementOf(
  { workspaceId, id, recordId, startedAt }: FinishedRun,
  outcome: FinalOutcome,
): RawBuilder<unknown> {
  const which = sql`where workspace_id = ${workspaceId} and id = ${id}`;
  if (outcome.state === 'dropped') return sql`delete from wire_run ${which}`;
  const ended = sql`record_id = ${recordId}::uuid, started_at = ${startedAt}, finished_at = clock_timestamp()`;
  switch (outcome.state) {
    case 'succeeded':
      return sql`update wire_run set state = 'succeeded', attempts = attempts + 1, error = null,
        result = ${jsonOrNull(outcome.result)}::jsonb, ${ended} ${which}`;
    case 'failed':
      return sql`update wire_run set state = 'failed', attempts = attempts + 1, attempts_left = 0,
        error = ${JSON.stringify(outcome.error)}::jsonb, ${ended} ${which}`;
    case 'skipped':
      return sql`update wire_run set state = 'skipped', error = ${JSON.stringify(outcome.reason)}::jsonb, ${ended} ${which}`;
  }
}

function jsonOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** Schedules the next attempt of a run. */
export async function postponeRun(
  db: WireDatabase,
  { workspaceId, id }: RunKey,
  {
    error,
    delayMs,
    recordId,
  }: { readonly error: RunError; readonly delayMs: number; readonly recordId: string | null },
): Promise<void> {
  const at = sql<Date>`clock_timestamp() + ${delayMs} * interval '1 millisecond'`;
  await sql`update wire_run set attempts = attempts + 1, attempts_left = attempts_left - 1, error = ${JSON.stringify(error)}::jsonb,
    record_id = ${recordId}::uuid, available_at = ${at}, wake_at = ${at} where workspace_id = ${workspaceId} and id = ${id}`.execute(
    db,
  );
}

/** Suspends a run until its wire is resumed, or the missing module is enabled. */
export async function suspendRun(
  db: WireDatabase,
  { workspaceId, id }: RunKey,
  { reason, version }: { readonly reason: 'paused' | 'blocked'; readonly version: number },
): Promise<void> {
  await db
    .updateTable('wire_run')
    .set({ held: reason, held_version: version, wake_at: null })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Splits a run into one run per target. The run itself gets the first target; returns the keys of the others. */
export async function splitRun(
  db: WireDatabase,
  { workspaceId, id }: RunKey,
  targets: readonly string[],
): Promise<readonly RunKey[]> {
  const { rows } = await sql<{ id: string }>`
    with first as (
      update wire_run set record_id = ${targets[0]}::uuid, split = true where workspace_id = ${workspaceId} and id = ${id} returning *
    )
    insert into wire_run (workspace_id, id, wire_id, event_id, event_position, ordinal, lane, record_id, split, depth, root_event_id, cause_run_id,
      chain, attempts_left, available_at, wake_at, created_at)
    select workspace_id, wire_run_id(), wire_id, event_id, event_position, (t.place - 1)::integer, lane, t.record_id, true, depth, root_event_id, cause_run_id,
      chain, attempts_left, now(), now(), created_at
    from first cross join unnest(${targets}::uuid[]) with ordinality as t(record_id, place)
    where t.place > 1 returning id`.execute(db);
  return rows.map((row) => ({ workspaceId, id: row.id }));
}
