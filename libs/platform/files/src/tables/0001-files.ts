/**
 * `file_content`: equal bytes are stored once per workspace. `file_usage`: their total size, updated in the same transaction, so that the
 * quota is exact under concurrent uploads. `file_sweep`: when the last sweep began, so that only one of several processes sweeps.
 */
export const fileTables = `
create table file_content (
  workspace_id uuid not null,
  sha256 bytea not null,
  size bigint not null,
  created_at timestamptz not null,
  primary key (workspace_id, sha256)
);

create table file (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  media_type text not null,
  size bigint not null,
  sha256 bytea not null,
  attached_kind text,
  attached_id uuid,
  created_at timestamptz not null,
  created_by uuid,
  unused_since timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, sha256) references file_content,
  check ((attached_kind is null) = (attached_id is null))
);
create index file_by_content on file (workspace_id, sha256);
create index file_attached on file (workspace_id, attached_id, id) where attached_id is not null;
create index file_unused on file (unused_since) where unused_since is not null;

create table file_usage (
  workspace_id uuid primary key,
  bytes bigint not null
);

create table file_sweep (
  name text primary key,
  began_at timestamptz not null
);
`;
