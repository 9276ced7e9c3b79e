import { sql, type RawBuilder } from 'kysely';
import type { SequencedRange } from '@cubit/runtime';
import type { Subscriber } from './subscribers.js';

export interface CreateRunsOptions {
  readonly range: Pick<SequencedRange, 'from' | 'to'>;
  /** Workspaces whose default wires are now installed. Null: all that are up to date; the others are returned without `id`. */
  readonly only: readonly string[] | null;
  readonly subscribers: readonly Subscriber[];
  /** SQL condition on wire `w` and event `p`: a run may have an effect. */
  readonly mayHaveEffect: RawBuilder<boolean>;
  /** Fingerprint of the default wires of the instance. */
  readonly defaults: string;
  readonly paused: boolean;
  readonly rateCap: number;
  readonly attempts: number;
}

/** A created run (with `id`), or a workspace whose default wires must be installed first (`id` is null). */
export interface CreatedRunRow {
  readonly workspace_id: string;
  readonly id: string | null;
  readonly wire_id: string | null;
  readonly lane: string | null;
  /** False: an earlier run of its lane has to finish first. */
  readonly due: boolean;
}

/**
 * Creates a run for every wire and subscription that reacts to the events of a range, in one statement.
 *
 * Each laterally joined table has an `offset 0`. It stops the planner from joining whole tables when it misjudges the size of the range,
 * so the cost depends on the number of events and not on the number of wires.
 */
export function createRuns(options: CreateRunsOptions): RawBuilder<CreatedRunRow> {
  const { range, only, subscribers, mayHaveEffect, defaults, paused, rateCap, attempts } = options;
  const among = only === null ? sql`` : sql`and e.workspace_id = any(${only}::uuid[])`;
  return sql<CreatedRunRow>`
    with placed as materialized (
      select e.workspace_id, e.id, e.name, s.position, (e.cause->>'run_id')::uuid as cause_run_id, e.record_ids, e.record_ids[1] as record_id
      from event_sequenced s cross join lateral (
        select e.workspace_id, e.id, e.name, e.cause, e.record_ids from event e where e.workspace_id = s.workspace_id and e.id = s.id offset 0
      ) e
      where s.position between ${range.from} and ${range.to} ${among}
    ), stale as materialized (
      ${only === null ? staleWorkspaces(defaults) : sql`select null::uuid as workspace_id where false`}
    ), ready as materialized (
      select p.* from placed p where not exists (select from stale s where s.workspace_id = p.workspace_id)
    ), reactions as materialized (
      ${paused ? noWires() : matchingWires(rateCap, mayHaveEffect)}
      ${subscribers.length === 0 ? sql`` : sql`union all ${matchingSubscriptions(subscribers)}`}
    ), added as (
      select workspace_id, wire_id, count(*)::integer as runs, max(cap) as cap from reactions where wire_id is not null group by 1, 2
    ), rates as (
      insert into wire_rate as r (workspace_id, wire_id, window_started_at, runs, cap, tripped_at)
      select workspace_id, wire_id, now(), runs, cap, case when runs > cap then now() end
      from added order by 1, 2
      on conflict (workspace_id, wire_id) do update set
        window_started_at = case when ${windowIsOver} then now() else r.window_started_at end,
        runs = ${runsInWindow},
        cap = excluded.cap,
        tripped_at = case when ${runsInWindow} > excluded.cap then now() end
      returning workspace_id, wire_id, runs
    ), counted as (
      select x.*, coalesce(rates.runs - added.runs, 0) + row_number() over (partition by x.workspace_id, x.wire_id order by x.position) as nth
      from reactions x
      left join added on added.workspace_id = x.workspace_id and added.wire_id = x.wire_id
      left join rates on rates.workspace_id = x.workspace_id and rates.wire_id = x.wire_id
    ), made as (
      select c.*, coalesce(by_run.depth, 0) + 1 as depth, coalesce(by_run.root_event_id, c.id) as root_event_id,
        case when by_run.id is null then '{}' else by_run.chain || (coalesce(by_run.wire_id::text, by_run.subscription) || '/' || coalesce(by_run.subject, '')) end as chain,
        c.lane is null or (row_number() over (partition by c.workspace_id, c.wire_id, c.lane order by c.position) = 1 and ${noPendingRun}) as due
      from counted c
      left join lateral (
        select r.id, r.depth, r.root_event_id, r.chain, r.wire_id, r.subscription, e.record_ids[1]::text as subject
        from wire_run r left join event e on e.workspace_id = r.workspace_id and e.id = r.event_id
        where r.workspace_id = c.workspace_id and r.id = c.cause_run_id offset 0
      ) by_run on true
      where c.wire_id is null or c.nth <= c.cap + 1
    ), inserted as (
      insert into wire_run (workspace_id, id, wire_id, subscription, event_id, event_position, over_cap, lane, depth, root_event_id,
        cause_run_id, chain, attempts_left, available_at, created_at)
      select workspace_id, wire_run_id(), wire_id, subscription, id, position, wire_id is not null and nth > cap, lane, depth, root_event_id,
        cause_run_id, chain, ${attempts}::integer, case when due then now() end, now()
      from made order by position
      on conflict do nothing
      returning workspace_id, id, wire_id, lane, available_at is not null as due
    )
    select workspace_id, id, wire_id, lane, due from inserted union all select workspace_id, null, null, null, false from stale`;
}

/** The lane of `c` has no pending run. A scalar subquery: for `not exists`, the planner could read the pending runs of all lanes. */
const noPendingRun = sql`(
  select true from wire_run o where o.workspace_id = c.workspace_id and o.wire_id = c.wire_id and o.lane = c.lane and o.state = 'pending' limit 1
) is null`;

const windowIsOver = sql`r.window_started_at <= now() - interval '1 minute'`;
const runsInWindow = sql`case when ${windowIsOver} then excluded.runs else r.runs + excluded.runs end`;

function staleWorkspaces(defaults: string): RawBuilder<unknown> {
  return sql`select w.id as workspace_id from (select distinct workspace_id from placed) p
    cross join lateral (
      select w.id from workspace w left join wire_workspace s on s.workspace_id = w.id
      where w.id = p.workspace_id and w.deleted_at is null
        and (s.schema_version is distinct from w.schema_version or s.defaults is distinct from ${defaults}) offset 0
    ) w`;
}

const REACTION = sql`p.workspace_id, p.id, p.position, p.cause_run_id`;

function noWires(): RawBuilder<unknown> {
  return sql`select ${REACTION}, null::uuid as wire_id, null::text as subscription, null::text as lane, null::integer as cap
    from ready p where false`;
}

function matchingWires(rateCap: number, mayHaveEffect: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`select ${REACTION}, w.id as wire_id, null::text as subscription,
      case w.mode when 'queued' then '' when 'single' then coalesce(p.record_id::text, '') end as lane,
      coalesce(w.rate_cap, ${rateCap}::integer) as cap
    from ready p
    cross join lateral (
      select w.id, w.mode, w.rate_cap, w.action, w.record, w.trace from wire w
      where w.workspace_id = p.workspace_id and w.event = p.name and w.enabled and not w.paused
        and not exists (
          select from wire_rate r where r.workspace_id = w.workspace_id and r.wire_id = w.id and r.tripped_at is not null
        ) offset 0
    ) w
    where not exists (select from wire_workspace s where s.workspace_id = p.workspace_id and s.paused) and ${mayHaveEffect}`;
}

function matchingSubscriptions(subscribers: readonly Subscriber[]): RawBuilder<unknown> {
  const rows = subscribers.map(({ key, module, always, definition }) => ({
    event: definition.event,
    key,
    module,
    always,
  }));
  return sql`select ${REACTION}, null::uuid, s.key, null::text, null::integer
    from ready p
    join json_to_recordset(${JSON.stringify(rows)}::json) as s(event text, key text, module text, always boolean) on s.event = p.name
    where s.always or exists (
      select from workspace_module m where m.workspace_id = p.workspace_id and m.module = s.module and m.enabled
    )`;
}
