import { sql } from 'kysely';
import type { Actor, Cause, Role } from '@cubit/core/host';
import type { RunKey } from '../dispatch/wake-id.js';
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
  /** An earlier run of its lane has not finished. */
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

interface Row extends Omit<LoadedRun, 'workspaceId' | 'wire' | 'event' | 'workspace'> {
  readonly wire: LoadedWire | null;
  /** Selected, not a condition: as a condition, the planner could scan the index of all pending runs. */
  readonly due: boolean;
  readonly event_id: string;
  readonly name: string | null;
  readonly occurred_at: Date;
  readonly actor: Actor;
  readonly cause: Cause | null;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly subject_id: string | null;
  readonly workspace: LoadedRun['workspace'];
}

/**
 * Locks and loads a run that is due; null if there is none or another transaction has locked it. The row lock is the lease: it ends with
 * the connection of its process, and a process that is only suspended keeps it.
 */
export async function lockRun(db: WireDatabase, { workspaceId, id }: RunKey): Promise<LoadedRun | null> {
  const { rows } = await sql<Row>`
    select r.id, r.wire_id as "wireId", r.subscription, r.ordinal, r.over_cap as "overCap", r.lane, r.record_id as "recordId", r.split, r.depth, r.chain,
      r.attempts, r.attempts_left as "attemptsLeft",
      r.state = 'pending' and r.held is null and r.available_at <= clock_timestamp() as due,
      r.lane is not null and exists (
        select from wire_run o where o.workspace_id = r.workspace_id and o.wire_id = r.wire_id and o.lane = r.lane and o.state = 'pending'
          and (o.event_position, o.ordinal) < (r.event_position, r.ordinal)
      ) as waits,
      case when w.id is not null then json_build_object('id', w.id, 'name', w.name, 'enabled', w.enabled, 'paused', w.paused, 'event', w.event,
        'condition', w.condition, 'action', w.action, 'record', w.record, 'input', w.input, 'mode', w.mode, 'trace', w.trace,
        'revision', w.revision, 'createdBy', w.created_by) end as wire,
      r.event_id, e.name, e.occurred_at, e.actor, e.cause, e.payload, e.record_ids[1] as subject_id,
      case when s.id is not null then json_build_object('id', s.id, 'slug', s.slug, 'name', s.name, 'schemaVersion', s.schema_version,
        'paused', coalesce(p.paused, false)) end as workspace,
      m.role
    from wire_run r
    left join wire w on w.workspace_id = r.workspace_id and w.id = r.wire_id and w.deleted_at is null
    left join event e on e.workspace_id = r.workspace_id and e.id = r.event_id
    left join workspace s on s.id = r.workspace_id and s.deleted_at is null
    left join wire_workspace p on p.workspace_id = r.workspace_id
    left join member m on m.workspace_id = r.workspace_id and m.user_id = w.created_by
    where r.workspace_id = ${workspaceId} and r.id = ${id}
    for update of r skip locked`.execute(db);
  const [row] = rows;
  if (!row?.due) return null;
  const { due: _, event_id, name, occurred_at, actor, cause, payload, subject_id, ...run } = row;
  const event =
    name === null ? null : { id: event_id, name, occurred_at, actor, cause, payload, subjectId: subject_id };
  return { ...run, workspaceId, event };
}
