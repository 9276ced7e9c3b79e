/**
 * Access that a person gave to a client through OAuth. The access token is a row of `api_token`, and its successors replace it there, so that
 * the id of the credential never changes.
 */
export const oauthTables = `
create table oauth_grant (
  token_id uuid primary key references api_token on delete cascade,
  client_id text not null,
  expires_at timestamptz not null
);
create table oauth_refresh_token (
  token_hash bytea primary key,
  token_id uuid not null references oauth_grant on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  spent_at timestamptz
);
create index oauth_refresh_token_grant on oauth_refresh_token (token_id);
create index oauth_refresh_token_expiry on oauth_refresh_token (expires_at);
create table oauth_authorization (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  session_id uuid not null references session on delete cascade,
  workspace_id uuid not null references workspace on delete cascade,
  client_id text not null,
  client_name text not null,
  redirect_uri text not null,
  state text,
  code_challenge text not null,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  code_hash bytea unique,
  token_id uuid references api_token on delete set null
);
create index oauth_authorization_user on oauth_authorization (user_id);
create index oauth_authorization_session on oauth_authorization (session_id);
create index oauth_authorization_workspace on oauth_authorization (workspace_id);
create index oauth_authorization_expiry on oauth_authorization (expires_at);
create index oauth_authorization_token on oauth_authorization (token_id) where token_id is not null;
`;
