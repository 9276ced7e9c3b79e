import { sql, type RawBuilder } from 'kysely';
import type { Cause } from '@cubit/core/host';
import type { RunError, StoredState, WireDatabase } from '../tables/schema.js';

/** The record that an event is about. */
interface Subject {
  readonly kind: string;
  readonly id: string;
}

const SUBJECT = sql.raw(
  `case when e.subject_kind is not null and cardinality(e.record_ids) > 0
    then json_build_object('kind', e.subject_kind, 'id', e.record_ids[1]) end`,
);

interface RunRow {
  readonly id: string;
  readonly wire_id: string | null;
  readonly subscription: string | null;
  readonly event_id: string;
  readonly event: string | null;
  readonly subject: Subject | null;
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
    select r.id, r.wire_id, r.subscription, r.event_id, e.name as event, ${SUBJECT} as subject, r.event_position, r.ordinal, r.record_id, r.state, r.held, r.attempts,
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
  readonly subject: Subject | null;
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
    select c.id as run_id, c.wire_id, w.name as wire_name, c.subscription, c.event_id, e.name as event, ${SUBJECT} as subject
    from causes c
    left join wire w on w.workspace_id = c.workspace_id and w.id = c.wire_id
    left join event e on e.workspace_id = c.workspace_id and e.id = c.event_id
    order by c.distance desc`.execute(db);
  return rows;
}

interface EffectRow {
  readonly event_id: string;
  readonly event: string;
  readonly occurred_at: Date;
  readonly subject: Subject | null;
  readonly runs: readonly {
    readonly run_id: string;
    readonly wire_id: string | null;
    readonly wire_name: string | null;
    readonly subscription: string | null;
    readonly state: StoredState;
  }[];
}

const MOST_EFFECTS = 100;
/** The ids of events begin with their time; the clock of another process may differ by so much. */
const CLOCKS_APART_MS = 2_000;

/** The first events that a run emitted, in their order, with the runs that they triggered. */
export async function readEffects(db: WireDatabase, workspaceId: string, run: RunRow): Promise<readonly EffectRow[]> {
  const { id, started_at: start, finished_at: end } = run;
  if (start === null || end === null) return [];
  const from = firstIdAt(start.getTime() - CLOCKS_APART_MS);
  const to = firstIdAt(end.getTime() + CLOCKS_APART_MS);
  const { rows } = await sql<EffectRow>`
    select e.id as event_id, e.name as event, e.occurred_at, ${SUBJECT} as subject, coalesce((
      select json_agg(json_build_object('run_id', r.id, 'wire_id', r.wire_id, 'wire_name', w.name, 'subscription', r.subscription,
        'state', r.state) order by r.ordinal, r.id)
      from wire_run r left join wire w on w.workspace_id = r.workspace_id and w.id = r.wire_id
      where r.workspace_id = e.workspace_id and r.event_id = e.id
    ), '[]') as runs
    from event e
    where e.workspace_id = ${workspaceId} and e.id >= ${from}::uuid and e.id < ${to}::uuid and e.cause->>'run_id' = ${id}
    order by e.id limit ${MOST_EFFECTS}`.execute(db);
  return rows;
}

/** No UUIDv7 of this time, in milliseconds, is less. */
function firstIdAt(time: number): string {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
