import { sql, type RawBuilder } from 'kysely';
import type { Cause } from '@cubit/core/host';
import type { RunError, StoredState, WireDatabase } from '../tables/schema.js';

interface RunRow {
  readonly id: string;
  readonly wire_id: string | null;
  readonly subscription: string | null;
  readonly event_id: string;
  readonly event: string | null;
  readonly event_position: number;
  readonly ordinal: number;
  readonly record_id: string | null;
  readonly state: StoredState;
  readonly held: 'paused' | 'blocked' | null;
  readonly attempts: number;
  readonly available_at: Date | null;
  readonly error: RunError | null;
  readonly result: unknown;
  readonly depth: number;
  readonly cause: Cause | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
}

interface ReadRuns {
  readonly workspaceId: string;
  readonly condition: RawBuilder<unknown>;
  readonly limit: number;
}

/** Runs of a workspace, newest events first. */
export async function readRuns(
  db: WireDatabase,
  { workspaceId, condition, limit }: ReadRuns,
): Promise<readonly RunRow[]> {
  const { rows } = await sql<RunRow>`
    select r.id, r.wire_id, r.subscription, r.event_id, e.name as event, r.event_position, r.ordinal, r.record_id, r.state, r.held, r.attempts,
      r.available_at, r.error, r.result, r.depth, e.cause, r.created_at, r.started_at, r.finished_at
    from wire_run r left join event e on e.workspace_id = r.workspace_id and e.id = r.event_id
    where r.workspace_id = ${workspaceId} and ${condition}
    order by r.event_position desc, r.ordinal desc, r.id desc limit ${limit}`.execute(db);
  return rows;
}

/** A run as clients see it. */
export function runBody(row: RunRow) {
  const {
    event_position: _position,
    ordinal: _ordinal,
    available_at,
    created_at,
    started_at,
    finished_at,
    ...run
  } = row;
  const waits = run.state === 'pending' && run.held === null && run.attempts > 0;
  return {
    ...run,
    next_attempt_at: waits ? (available_at?.toISOString() ?? null) : null,
    created_at: created_at.toISOString(),
    started_at: started_at?.toISOString() ?? null,
    finished_at: finished_at?.toISOString() ?? null,
  };
}

export function runPosition({ event_position, ordinal, id }: RunRow): readonly [string, string, string] {
  return [String(event_position), String(ordinal), id];
}

interface CauseRow {
  readonly run_id: string;
  readonly wire_id: string | null;
  readonly wire_name: string | null;
  readonly subscription: string | null;
  readonly event_id: string;
  readonly event: string | null;
}

/** The chain of runs that caused a run, starting with the first. */
export async function readCauses(
  db: WireDatabase,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
): Promise<readonly CauseRow[]> {
  const { rows } = await sql<CauseRow>`
    with recursive causes as (
      select c.*, 1 as distance from wire_run r join wire_run c on c.workspace_id = r.workspace_id and c.id = r.cause_run_id
      where r.workspace_id = ${workspaceId} and r.id = ${id}
      union all
      select c.*, n.distance + 1 from causes n join wire_run c on c.workspace_id = n.workspace_id and c.id = n.cause_run_id
    )
    select c.id as run_id, c.wire_id, w.name as wire_name, c.subscription, c.event_id, e.name as event
    from causes c
    left join wire w on w.workspace_id = c.workspace_id and w.id = c.wire_id
    left join event e on e.workspace_id = c.workspace_id and e.id = c.event_id
    order by c.distance desc`.execute(db);
  return rows;
}
