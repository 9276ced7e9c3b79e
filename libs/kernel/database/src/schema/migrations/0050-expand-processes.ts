/**
 * `instance_process`: leases of the running processes. `migration_level`: the least level of a program that can use the tables
 * after a migration. `record_fill_defaults`: a program of an earlier version writes records without the fields of a later one.
 */
export const processTables = `
create unlogged table instance_process (
  id uuid primary key,
  version text not null,
  level integer not null,
  roles text[] not null,
  host text not null,
  upgrades text[] not null,
  started_at timestamptz not null,
  seen_at timestamptz not null
);

create table migration_level (
  owner text not null,
  name text not null,
  min_level integer not null,
  version text not null,
  min_version text not null,
  primary key (owner, name)
);

create function record_fill_defaults() returns trigger language plpgsql as $$
begin
  new.fields := tg_argv[0]::jsonb || new.fields;
  return new;
end
$$;
`;
