/** Both tables are about calls of the last days; they are no part of archives. */
export const agentTables = `
create table agent_approval (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_id uuid not null,
  token_name text not null,
  client text not null,
  action text not null,
  record jsonb,
  record_version integer,
  input jsonb not null,
  digest text not null,
  state text not null check (state in ('pending', 'approved', 'denied', 'used')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  primary key (workspace_id, id)
);
create index agent_approval_user on agent_approval (workspace_id, user_id, id);
create index agent_approval_token on agent_approval (workspace_id, token_id, digest);
create table agent_confirmation (
  workspace_id uuid not null,
  id uuid not null,
  spent_at timestamptz not null,
  primary key (workspace_id, id)
);
`;
