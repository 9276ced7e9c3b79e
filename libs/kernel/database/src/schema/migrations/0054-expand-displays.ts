/**
 * Displays on walls, and the screens that wait to become one. `kinds` are those whose records a display shows: its credential reads no
 * others. The token is null until the screen has fetched it.
 */
export const displayTables = `
create table display (
  workspace_id uuid not null references workspace on delete cascade,
  id uuid not null unique,
  title text not null,
  shows jsonb not null,
  kinds text[] not null,
  token_hash bytea unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  primary key (workspace_id, id)
);
create table display_pairing (
  secret_hash bytea primary key,
  code text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  display_id uuid references display (id) on delete cascade
);
create index display_pairing_expiry on display_pairing (expires_at);
create index display_pairing_display on display_pairing (display_id) where display_id is not null;
`;
