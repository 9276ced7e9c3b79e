/**
 * The tables of notifications.
 *
 * A notice waits until its event is sequenced. Then it becomes notifications and is deleted. A notification belongs
 * to one member and has the position of the event that created it.
 *
 * A delivery is `pending` until a process claims it (`sending`). The claim is committed before anything leaves the
 * instance. Then the delivery ends: `delivered`, `failed` or `refused`. A delivery whose lease expires while it is
 * being sent becomes `unknown`, and is not sent again.
 */
export const notificationTables = `
create table notice (
  workspace_id uuid not null,
  id uuid not null,
  message text not null,
  link text,
  priority text not null,
  users uuid[],
  roles text[],
  channel_id uuid,
  primary key (workspace_id, id)
);

create table notification (
  workspace_id uuid not null,
  user_id uuid not null,
  position bigint not null,
  id uuid not null,
  event_id uuid not null,
  event_type text not null,
  message text not null,
  link text,
  priority text not null check (priority in ('low', 'normal', 'high', 'urgent')),
  occurred_at timestamptz not null,
  read_at timestamptz,
  primary key (workspace_id, user_id, position)
);
create unique index notification_by_id on notification (workspace_id, id);
create index notification_unread on notification (workspace_id, user_id, position) where read_at is null;
create index notification_place on notification (workspace_id, position);
create index notification_age on notification using brin (occurred_at);

create table notification_preference (
  workspace_id uuid not null,
  user_id uuid not null,
  event text not null,
  enabled boolean not null,
  channels text[],
  primary key (workspace_id, user_id, event)
);

create table notification_setting (
  workspace_id uuid not null,
  user_id uuid not null,
  time_zone text not null,
  quiet_from text,
  quiet_to text,
  email_digest text not null check (email_digest in ('off', 'hourly', 'daily')),
  primary key (workspace_id, user_id)
);

create table notification_channel (
  workspace_id uuid not null,
  id uuid not null,
  type text not null,
  name text not null,
  enabled boolean not null,
  config bytea not null,
  events text[],
  min_priority text not null check (min_priority in ('low', 'normal', 'high', 'urgent')),
  failures_in_row integer not null default 0,
  failing_since timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (workspace_id, id)
);
create index notification_channel_deleted on notification_channel (deleted_at) where deleted_at is not null;

create table notification_delivery (
  workspace_id uuid not null,
  channel_id uuid not null,
  notification_id uuid not null,
  position bigint not null,
  user_id uuid not null,
  state text not null default 'pending' check (state in ('pending', 'sending', 'delivered', 'failed', 'refused', 'unknown')),
  due_at timestamptz not null,
  test boolean not null default false,
  digest boolean not null default false,
  owner uuid,
  lease_until timestamptz,
  status integer,
  error text,
  duration_ms integer,
  at timestamptz,
  primary key (workspace_id, channel_id, notification_id)
);
create index notification_delivery_due on notification_delivery (workspace_id, channel_id, due_at) where state = 'pending';
create index notification_delivery_lease on notification_delivery (lease_until) where state = 'sending';
create index notification_delivery_history on notification_delivery (workspace_id, channel_id, position, notification_id);
create index notification_delivery_age on notification_delivery using brin (at);

-- A UUIDv7 (RFC 9562, 5.7), which PostgreSQL has by itself from version 18 on.
create function notification_id() returns uuid language sql volatile parallel safe as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;

-- Whether an event's name is the pattern, or begins with what stands before its star.
create function notification_matches(pattern text, name text) returns boolean language sql immutable parallel safe as $$
  select pattern = name or (right(pattern, 1) = '*' and starts_with(name, left(pattern, -1)))
$$;

create function notification_weight(priority text) returns integer language sql immutable parallel safe as $$
  select array_position(array['low', 'normal', 'high', 'urgent'], priority)
$$;
`;
