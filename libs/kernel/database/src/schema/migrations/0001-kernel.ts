/** The tables of the kernel. Partitions of `record`, one per kind, are created by the registry (`partitions.ts`). */
export const kernelTables = `
create table instance_secret (
  name text primary key,
  value bytea not null
);

create table app_user (
  id uuid primary key,
  email text not null,
  email_key text not null unique,
  name text not null,
  password_hash text not null,
  instance_admin boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table session (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index session_by_user on session (user_id) where ended_at is null;

create table refresh_token (
  token_hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  spent_at timestamptz
);
create index refresh_token_session on refresh_token (session_id);
create index refresh_token_expiry on refresh_token (expires_at);

create table workspace (
  id uuid primary key,
  slug text not null,
  name text not null,
  settings jsonb not null default '{}',
  schema_version integer not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  deleted_at timestamptz
);
create unique index workspace_slug on workspace (slug) where deleted_at is null;

create table member (
  workspace_id uuid not null references workspace on delete cascade,
  user_id uuid not null references app_user on delete cascade,
  role text not null check (role in ('viewer', 'member', 'admin', 'owner')),
  created_at timestamptz not null,
  primary key (workspace_id, user_id)
);
create index member_user on member (user_id);

create table invitation (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  email text not null,
  role text not null check (role in ('viewer', 'member', 'admin', 'owner')),
  token_hash bytea not null unique,
  invited_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  primary key (workspace_id, id)
);

create table workspace_module (
  workspace_id uuid not null references workspace on delete cascade,
  module text not null,
  enabled boolean not null,
  settings jsonb not null default '{}',
  primary key (workspace_id, module)
);

create table api_token (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  workspace_id uuid references workspace on delete cascade,
  name text not null,
  token_prefix text not null,
  token_hash bytea not null unique,
  scopes text[] not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_token_user on api_token (user_id, id);
create index api_token_workspace on api_token (workspace_id) where workspace_id is not null;

create table audit_log (
  id uuid primary key,
  workspace_id uuid,
  at timestamptz not null,
  user_id uuid,
  actor jsonb not null,
  action text not null,
  target jsonb not null default '{}',
  address text
);
create index audit_log_workspace on audit_log (workspace_id, id);

create table idempotency_key (
  workspace_id uuid not null,
  credential_id uuid not null,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  headers jsonb not null,
  body text,
  created_at timestamptz not null,
  primary key (workspace_id, credential_id, key)
);
create index idempotency_key_age on idempotency_key (created_at);

create table record (
  workspace_id uuid not null,
  kind text not null,
  id uuid not null,
  title text not null,
  fields jsonb not null,
  tags text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by uuid,
  deleted_at timestamptz,
  primary key (workspace_id, kind, id)
) partition by list (kind);

create table record_reference (
  workspace_id uuid not null,
  target_id uuid not null,
  source_id uuid not null,
  field text not null,
  source_kind text not null,
  target_kind text not null,
  on_delete text not null check (on_delete in ('restrict', 'clear')),
  primary key (workspace_id, target_id, source_id, field)
);
create index record_reference_source on record_reference (workspace_id, source_id);

create table record_history (
  workspace_id uuid not null,
  record_id uuid not null,
  version integer not null,
  kind text not null,
  operation text not null,
  at timestamptz not null,
  actor jsonb not null,
  cause jsonb,
  changes jsonb not null,
  primary key (workspace_id, record_id, version)
);

create sequence event_position;
create table event (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  occurred_at timestamptz not null,
  actor jsonb not null,
  cause jsonb,
  payload jsonb not null,
  subject_kind text,
  record_ids uuid[] not null default '{}',
  position bigint,
  primary key (workspace_id, id)
);
create index event_unpositioned on event (id) where position is null;
create index event_order on event (workspace_id, position);
create index event_place on event (position) where position is not null;
create index event_name on event (workspace_id, name, position);
create index event_records on event using gin (record_ids);
create index event_age on event (occurred_at);
`;
