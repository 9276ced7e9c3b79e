/** Files of imports, and rows that were not imported (yet). Both are removed some hours after the import has ended. */
export const importTables = `
create table import_chunk (
  workspace_id uuid not null,
  import_id uuid not null,
  seq integer not null,
  bytes bytea not null,
  created_at timestamptz not null,
  primary key (workspace_id, import_id, seq)
);
-- It is read once: to compress it would cost more than the space that it takes meanwhile.
alter table import_chunk alter column bytes set storage external;
create index import_chunk_age on import_chunk (created_at);

create table import_row (
  workspace_id uuid not null,
  import_id uuid not null,
  number bigint not null,
  source text not null,
  reasons jsonb not null,
  waits boolean not null,
  created_at timestamptz not null,
  primary key (workspace_id, import_id, number)
);
create index import_row_age on import_row (created_at);
`;
