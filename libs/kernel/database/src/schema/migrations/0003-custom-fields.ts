/** Custom fields and tags of a workspace. */
export const customFieldTables = `
create table field_definition (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  kind text not null,
  name text not null,
  title text not null,
  type text not null,
  required boolean not null,
  options text[],
  "default" jsonb,
  target_kind text,
  on_delete text check (on_delete in ('restrict', 'clear')),
  unit text,
  help text,
  position integer not null,
  indexed boolean not null,
  is_unique boolean not null,
  index_job uuid,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  purge_job uuid,
  primary key (workspace_id, id)
);
create unique index field_definition_name on field_definition (workspace_id, kind, name);

create table tag (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null,
  name text not null,
  name_key text not null,
  color text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index tag_name on tag (workspace_id, name_key);

-- Of records that have tags alone: the others pay nothing for it.
create index record_tags on record using gin (tags) where tags <> '{}';
`;
