/** What an app stores for a person. The nil UUID in place of a workspace: the setting holds in all workspaces. */
export const userSettings = `
create table user_setting (
  user_id uuid not null references app_user on delete cascade,
  workspace_id uuid not null,
  key text collate "C" not null,
  value jsonb not null,
  updated_at timestamptz not null,
  primary key (user_id, workspace_id, key)
);
create index user_setting_workspace on user_setting (workspace_id);
`;
