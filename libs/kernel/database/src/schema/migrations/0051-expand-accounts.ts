/** What a list of sessions shows, and links that are mailed to a user and work once. */
export const accountTables = `
alter table session
  add column device text,
  add column address text,
  add column last_used_at timestamptz;

create table one_time_link (
  token_hash bytea primary key,
  user_id uuid not null references app_user on delete cascade,
  kind text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_link_user on one_time_link (user_id, kind, created_at);
create index one_time_link_expiry on one_time_link (expires_at);
`;
