export const viewTables = `
create table saved_view (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  kind text not null,
  filter text,
  sort text,
  fields text[],
  layout text not null check (layout in ('table', 'board', 'calendar', 'gallery')),
  layout_options jsonb not null,
  shared boolean not null,
  locked boolean not null,
  position integer not null,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id)
);
create index saved_view_order on saved_view (workspace_id, position, id);
`;
