/**
 * The tables of wires and of the runs that follow from events.
 *
 * A run is `pending` until it is over: `succeeded`, `skipped` or `failed`. A pending one is either held (its wire is paused, or a module that
 * it needs is off), or it may run once `available_at` has come. `wake_at` is when the queue was, or will be, notified; null: not yet, because
 * enough runs of its workspace are on the queue already. The process that runs it locks its row, so there is no state for that.
 */
export const wireTables = `
create table wire (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  enabled boolean not null,
  paused boolean not null default false,
  event text not null,
  condition text,
  action text not null,
  record text,
  input jsonb not null,
  mode text not null check (mode in ('parallel', 'queued', 'single')),
  trace boolean not null default false,
  rate_cap integer,
  default_module text,
  default_key text,
  revision integer not null default 1,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  run_count bigint not null default 0,
  failure_count bigint not null default 0,
  last_run_at timestamptz,
  primary key (workspace_id, id)
);
create index wire_by_event on wire (workspace_id, event) where enabled and not paused;
create index wire_deleted on wire (deleted_at) where deleted_at is not null;

-- Apart from the wire, so that placing events never waits for somebody who edits it.
create table wire_rate (
  workspace_id uuid not null,
  wire_id uuid not null,
  window_started_at timestamptz not null,
  runs integer not null,
  cap integer not null,
  tripped_at timestamptz,
  primary key (workspace_id, wire_id)
);

create table wire_workspace (
  workspace_id uuid primary key,
  paused boolean not null default false,
  schema_version integer,
  defaults text
);

create table wire_default (
  workspace_id uuid not null,
  module text not null,
  key text not null,
  wire_id uuid not null,
  installed_at timestamptz not null,
  primary key (workspace_id, module, key)
);

-- A UUIDv7 (RFC 9562, 5.7), which PostgreSQL has by itself from version 18 on.
create function wire_run_id() returns uuid language sql volatile parallel safe as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;

create table wire_run (
  workspace_id uuid not null,
  id uuid not null,
  wire_id uuid,
  subscription text,
  event_id uuid not null,
  event_position bigint not null,
  ordinal integer not null default 0,
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'skipped', 'failed')),
  over_cap boolean not null default false,
  lane text,
  record_id uuid,
  depth integer not null,
  root_event_id uuid not null,
  cause_run_id uuid,
  chain text[] not null default '{}',
  held text check (held in ('paused', 'blocked')),
  held_version integer,
  attempts integer not null default 0,
  attempts_left integer not null,
  available_at timestamptz not null,
  wake_at timestamptz,
  error jsonb,
  result jsonb,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  counted boolean not null default false,
  primary key (workspace_id, id),
  check ((wire_id is null) <> (subscription is null))
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
create unique index wire_run_once on wire_run (workspace_id, event_id, wire_id, ordinal) where wire_id is not null;
create unique index wire_run_subscription on wire_run (workspace_id, event_id, subscription) where subscription is not null;
create index wire_run_unpublished on wire_run (workspace_id, event_position, ordinal)
  where state = 'pending' and held is null and wake_at is null;
create index wire_run_published on wire_run (workspace_id, wake_at)
  where state = 'pending' and held is null and wake_at is not null;
create index wire_run_held on wire_run (workspace_id, wire_id) where state = 'pending' and held is not null;
create index wire_run_lane on wire_run (workspace_id, wire_id, lane, event_position, ordinal)
  where state = 'pending' and lane is not null;
-- Not by workspace first: the planner would take it, being small, for a way to any single run, and walk all that are pending.
create index wire_run_root on wire_run (root_event_id, workspace_id) where state = 'pending';
create index wire_run_history on wire_run (workspace_id, wire_id, event_position, ordinal);
create index wire_run_failed on wire_run (workspace_id, event_position, ordinal) where state = 'failed';
create index wire_run_uncounted on wire_run (workspace_id, wire_id)
  where wire_id is not null and state in ('succeeded', 'failed') and not counted;
create index wire_run_age on wire_run using brin (finished_at);
`;
