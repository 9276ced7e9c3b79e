/** Both tables hold what lives for minutes; they are no part of archives. */
export const driveTables = `
create table drive_tab (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  path text not null,
  visible boolean not null,
  following boolean not null,
  opened_path text,
  opened_by uuid,
  seen_at timestamptz not null,
  primary key (workspace_id, id)
);
create index drive_tab_user on drive_tab (workspace_id, user_id);
create table drive_command (
  workspace_id uuid not null,
  id uuid not null,
  tab_id uuid not null,
  token_id uuid not null,
  token_name text not null,
  command jsonb not null,
  state text not null check (state in ('queued', 'sent', 'done', 'refused', 'gone')),
  reason text,
  sent_at timestamptz not null,
  primary key (workspace_id, id)
);
create index drive_command_tab on drive_command (workspace_id, tab_id, id);
create index drive_command_token on drive_command (token_id, sent_at);
`;
