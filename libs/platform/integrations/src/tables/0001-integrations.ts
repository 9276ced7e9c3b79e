/**
 * The tables of inbound webhooks.
 *
 * An integration has one valid token at a time. Earlier tokens are kept as revoked, so that their URLs answer `410`
 * and not `404`. A delivery id is stored only when the request was accepted, so that a refused one can be repeated.
 */
export const integrationTables = `
create table integration (
  workspace_id uuid not null,
  id uuid not null,
  connector text not null,
  name text not null,
  config jsonb not null,
  secret bytea,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  revoked_at timestamptz,
  hit_count bigint not null default 0,
  rejected_count bigint not null default 0,
  last_hit_at timestamptz,
  primary key (workspace_id, id)
);

create table integration_token (
  token_hash bytea primary key,
  workspace_id uuid not null,
  integration_id uuid not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index integration_token_live on integration_token (workspace_id, integration_id) where revoked_at is null;

create table integration_hit (
  workspace_id uuid not null,
  integration_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  address text not null,
  outcome text not null check (outcome in ('accepted', 'duplicate', 'ignored', 'rejected')),
  reason text,
  delivery_id text,
  event_id uuid,
  primary key (workspace_id, integration_id, id)
);
create index integration_hit_at on integration_hit (at);

create table integration_delivery (
  workspace_id uuid not null,
  integration_id uuid not null,
  delivery_id text not null,
  event_id uuid,
  at timestamptz not null,
  primary key (workspace_id, integration_id, delivery_id)
);
create index integration_delivery_at on integration_delivery (at);
`;
