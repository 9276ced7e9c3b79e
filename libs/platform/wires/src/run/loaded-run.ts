import { sql, type RawBuilder } from 'kysely';
import { oneOf } from '@cubit/database';
import type { Actor, Cause, Role } from '@cubit/core/host';
import type { RunKey } from '../dispatch/run-key.js';
import type { WireDatabase, WireMode } from '../tables/schema.js';

/** A run that this transaction has locked, with everything that executing it needs. */
export interface LoadedRun {
  readonly workspaceId: string;
  readonly id: string;
  readonly wireId: string | null;
  readonly subscription: string | null;
  readonly ordinal: number;
  readonly overCap: boolean;
  readonly lane: string | null;
  /** The target; null until it is known. */
  readonly recordId: string | null;
  /** One of several runs for one event, one per target: condition and target are already evaluated. */
  readonly split: boolean;
  readonly depth: number;
  readonly chain: readonly string[];
  readonly attempts: number;
  readonly attemptsLeft: number;
  /** An earlier run of its lane has not finished, and is not claimed together with it. */
  readonly waits: boolean;
  /** Null if the wire was deleted, or the run belongs to a subscription. */
  readonly wire: LoadedWire | null;
  /** Null if the event was deleted. */
  readonly event: LoadedEvent | null;
  /** Null if the workspace was deleted. */
  readonly workspace: {
    readonly id: string;
    readonly slug: string;
    readonly name: string;
    readonly schemaVersion: number;
    /** Its wires are paused. */
    readonly paused: boolean;
  } | null;
  /** Current role of the creator of the wire; null if they are not a member. */
  readonly role: Role | null;
}

export interface LoadedWire {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly paused: boolean;
  readonly event: string;
  readonly condition: string | null;
  readonly action: string;
  readonly record: string | null;
  readonly input: Readonly<Record<string, unknown>>;
  readonly mode: WireMode;
  readonly trace: boolean;
  readonly revision: number;
  readonly createdBy: string;
}

export interface LoadedEvent {
  readonly id: string;
  readonly name: string;
  readonly occurred_at: Date;
  readonly actor: Actor;
  readonly cause: Cause | null;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The record that the event is about. */
  readonly subjectId: string | null;
}

interface Row extends Omit<LoadedRun, 'event'> {
  readonly event_id: string;
  readonly name: string | null;
  readonly occurred_at: Date;
  readonly actor: Actor;
  readonly cause: Cause | null;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly subject_id: string | null;
}

interface Claim {
  readonly workspaceId: string;
  readonly limit: number;
  /** Ids of runs that must not be claimed. */
  readonly except: readonly string[];
  /** How long the transaction waits for a lock if it claims several runs. */
  readonly lockWaitMs: number;
}

/**
 * Locks and loads runs of a workspace that are due, the longest due first, and those that follow them in their lanes; in the order of their
 * events. Runs that another transaction has locked are left out. The row lock is the lease: it ends with the connection of its process, and a
 * process that is only suspended keeps it.
 */
export async function claimRuns(
  db: WireDatabase,
  { workspaceId, limit, except, lockWaitMs }: Claim,
): Promise<readonly LoadedRun[]> {
  // Limits are literals, and the length of the array is hidden by a subquery: otherwise PostgreSQL plans the statement anew each time.
  const left = sql`greatest(0, ${sql.lit(limit)} - (select count(*) from due))`;
  const excepted = sql`array(select unnest(${except}::uuid[]))`;
  return loadRuns(
    db,
    sql`due as materialized (
      select r.* from wire_run r
      where r.workspace_id = ${workspaceId} and r.state = 'pending' and r.available_at is not null
        and r.available_at <= statement_timestamp() and r.id <> all(${excepted})
      order by r.available_at, r.event_position, r.ordinal limit ${sql.lit(limit)} for update skip locked
    ), behind as materialized (
      select f.* from (
        select distinct on (wire_id, lane) wire_id, lane, event_position, ordinal from due where lane is not null
        order by wire_id, lane, event_position desc, ordinal desc
      ) l cross join lateral (
        select n.* from wire_run n
        where n.workspace_id = ${workspaceId} and n.wire_id = l.wire_id and n.lane = l.lane and n.state = 'pending'
          and n.available_at is null and n.held is null and (n.event_position, n.ordinal) > (l.event_position, l.ordinal)
          and n.id <> all(${excepted})
        order by n.event_position, n.ordinal limit ${left} for update skip locked
      ) f
    ), claimed as materialized (
      select * from due union all (select * from behind limit ${left})
    ), waiting as materialized (
      select case when count(*) > 1 then set_config('lock_timeout', ${`${lockWaitMs}ms`}, true) end from claimed
    )`,
  );
}

/** As `claimRuns`, for one run; null if it is not due or another transaction has locked it. */
export async function lockRun(db: WireDatabase, { workspaceId, id }: RunKey): Promise<LoadedRun | null> {
  // The state is not a condition on the table: the planner could take an index of all pending runs for the way to this one.
  const [run] = await loadRuns(
    db,
    sql`locked as materialized (
      select r.* from wire_run r where r.workspace_id = ${workspaceId} and r.id = ${id} for update skip locked
    ), claimed as materialized (
      select * from locked where state = 'pending' and available_at <= clock_timestamp()
    ), waiting as (select 1)`,
  );
  return run ?? null;
}

/** `tables`: defines `claimed`, the locked runs, and `waiting`, which is evaluated as well. Each lateral join has an `offset 0`, as in `createRuns`. */
async function loadRuns(db: WireDatabase, tables: RawBuilder<unknown>): Promise<readonly LoadedRun[]> {
  const { rows } = await sql<Row>`
    with ${tables}
    select c.workspace_id as "workspaceId", c.id, c.wire_id as "wireId", c.subscription, c.ordinal, c.over_cap as "overCap", c.lane,
      c.record_id as "recordId", c.split, c.depth, c.chain, c.attempts, c.attempts_left as "attemptsLeft",
      c.lane is not null and (
        select true from wire_run o
        where o.workspace_id = c.workspace_id and o.wire_id = c.wire_id and o.lane = c.lane and o.state = 'pending'
          and (o.event_position, o.ordinal) < (c.event_position, c.ordinal) and o.id not in (select id from claimed) limit 1
      ) is not null as waits,
      w.wire, c.event_id, e.name, e.occurred_at, e.actor, e.cause, e.payload, e.record_ids[1] as subject_id, s.workspace, m.role
    from claimed c cross join waiting
    left join lateral (
      select w.created_by, json_build_object('id', w.id, 'name', w.name, 'enabled', w.enabled, 'paused', w.paused, 'event', w.event,
        'condition', w.condition, 'action', w.action, 'record', w.record, 'input', w.input, 'mode', w.mode, 'trace', w.trace,
        'revision', w.revision, 'createdBy', w.created_by) as wire
      from wire w where w.workspace_id = c.workspace_id and w.id = c.wire_id and w.deleted_at is null offset 0
    ) w on true
    left join lateral (
      select e.name, e.occurred_at, e.actor, e.cause, e.payload, e.record_ids
      from event e where e.workspace_id = c.workspace_id and e.id = c.event_id offset 0
    ) e on true
    left join lateral (
      select json_build_object('id', s.id, 'slug', s.slug, 'name', s.name, 'schemaVersion', s.schema_version, 'paused', coalesce(
        (select p.paused from wire_workspace p where p.workspace_id = s.id), false)) as workspace
      from workspace s where s.id = c.workspace_id and s.deleted_at is null offset 0
    ) s on true
    left join lateral (
      select m.role from member m where m.workspace_id = c.workspace_id and m.user_id = w.created_by offset 0
    ) m on true
    order by c.event_position, c.ordinal, c.id`.execute(db);
  return rows.map(({ event_id, name, occurred_at, actor, cause, payload, subject_id, ...run }) => ({
    ...run,
    event: name === null ? null : { id: event_id, name, occurred_at, actor, cause, payload, subjectId: subject_id },
  }));
}

/** Runs that were due although an earlier run of their lane is pending wait for it from now on. */
export async function parkRuns(db: WireDatabase, workspaceId: string, ids: readonly string[]): Promise<void> {
  // A statement of its own: it sees what was committed before these runs were locked.
  await sql`update wire_run r set available_at = null
    where r.workspace_id = ${workspaceId} and ${oneOf('r.id', ids, 'uuid')} and (
      select true from wire_run o
      where o.workspace_id = r.workspace_id and o.wire_id = r.wire_id and o.lane = r.lane and o.state = 'pending'
        and (o.event_position, o.ordinal) < (r.event_position, r.ordinal) limit 1
    )`.execute(db);
}

export function causeOf({ wireId, id, event }: LoadedRun): Cause | null {
  return event ? { wire_id: wireId, run_id: id, event_id: event.id } : null;
}
