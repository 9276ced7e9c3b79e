import { sql, type RawBuilder } from 'kysely';
import { oneOf } from '@cubit/database';
import type { RunError, WireDatabase } from '../tables/schema.js';
import type { RunKey } from '../dispatch/run-key.js';

/** How a run ended. */
export type FinalOutcome =
  | { readonly state: 'succeeded'; readonly result: unknown }
  | { readonly state: 'skipped'; readonly reason: RunError }
  | { readonly state: 'failed'; readonly error: RunError }
  /** The run is deleted. */
  | { readonly state: 'dropped' };

/** A run and its outcome. */
export interface FinishedRun {
  readonly id: string;
  /** The target; null if none was found or the action takes no record. */
  readonly recordId: string | null;
  readonly startedAt: Date;
  readonly outcome: FinalOutcome;
}

/** Records the outcomes of any number of runs of a workspace in one statement. */
export async function recordOutcomes(
  db: WireDatabase,
  workspaceId: string,
  runs: readonly FinishedRun[],
): Promise<void> {
  const dropped = runs.filter(({ outcome }) => outcome.state === 'dropped').map(({ id }) => id);
  const ended = runs.filter(({ outcome }) => outcome.state !== 'dropped');
  const statements = [
    ...(dropped.length > 0
      ? [sql`delete from wire_run where workspace_id = ${workspaceId} and ${oneOf('id', dropped, 'uuid')}`]
      : []),
    ...(ended.length > 0 ? [endRuns(workspaceId, ended)] : []),
  ];
  const [first, second] = statements;
  if (!first) return;
  await (second ? sql`with dropped as (${first}) ${second}` : first).execute(db);
}

/**
 * The ids are also passed as an array: from the rows alone, the planner could read the whole table. A subquery hides the length of the
 * array, so that the statement keeps one plan.
 */
function endRuns(workspaceId: string, runs: readonly FinishedRun[]): RawBuilder<unknown> {
  const rows = runs.map(({ id, recordId, startedAt, outcome }) => ({
    id,
    state: outcome.state,
    attempts: outcome.state === 'skipped' ? 0 : 1,
    error: errorOf(outcome),
    result: outcome.state === 'succeeded' ? outcome.result : null,
    record_id: recordId,
    started_at: startedAt,
  }));
  const ids = oneOf(
    'r.id',
    runs.map(({ id }) => id),
    'uuid',
  );
  return sql`update wire_run r set state = x.state, attempts = r.attempts + x.attempts,
      attempts_left = case x.state when 'failed' then 0 else r.attempts_left end, error = x.error, result = x.result,
      record_id = x.record_id, started_at = x.started_at, finished_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x(id uuid, state text, attempts int, error jsonb, result jsonb, record_id uuid, started_at timestamptz)
    where r.workspace_id = ${workspaceId} and ${ids} and r.id = x.id`;
}

function errorOf(outcome: FinalOutcome): RunError | null {
  if (outcome.state === 'failed') return outcome.error;
  return outcome.state === 'skipped' ? outcome.reason : null;
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
  await sql`update wire_run set attempts = attempts + 1, attempts_left = attempts_left - 1, error = ${JSON.stringify(error)}::jsonb,
    record_id = ${recordId}::uuid, available_at = clock_timestamp() + ${delayMs} * interval '1 millisecond' where workspace_id = ${workspaceId} and id = ${id}`.execute(
    db,
  );
}

/** Delays a run that met an outage, without counting an attempt. */
export async function delayRun(db: WireDatabase, { workspaceId, id }: RunKey, delayMs: number): Promise<void> {
  await sql`update wire_run set available_at = clock_timestamp() + ${delayMs} * interval '1 millisecond'
    where workspace_id = ${workspaceId} and id = ${id} and available_at <= clock_timestamp()`.execute(db);
}

/** Suspends a run until its wire is resumed, or the missing module is enabled. */
export async function suspendRun(
  db: WireDatabase,
  { workspaceId, id }: RunKey,
  { reason, version }: { readonly reason: 'paused' | 'blocked'; readonly version: number },
): Promise<void> {
  await db
    .updateTable('wire_run')
    .set({ held: reason, held_version: version, available_at: null })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Splits a run into one run per target. The run itself gets the first target. In a lane, the others are due after it. */
export async function splitRun(
  db: WireDatabase,
  { workspaceId, id }: RunKey,
  targets: readonly string[],
): Promise<void> {
  await sql`
    with first as (
      update wire_run set record_id = ${targets[0]}::uuid, split = true where workspace_id = ${workspaceId} and id = ${id} returning *
    )
    insert into wire_run (workspace_id, id, wire_id, event_id, event_position, ordinal, lane, record_id, split, depth, root_event_id, cause_run_id,
      chain, attempts_left, available_at, created_at)
    select workspace_id, wire_run_id(), wire_id, event_id, event_position, (t.place - 1)::integer, lane, t.record_id, true, depth, root_event_id, cause_run_id,
      chain, attempts_left, case when lane is null then now() end, created_at
    from first cross join unnest(${targets}::uuid[]) with ordinality as t(record_id, place)
    where t.place > 1`.execute(db);
}
