/**
 * What wrote the records of each module: its version, and what its kinds looked like. `plan` is the change that is under way, with the kinds whose
 * records are done and how far the next one is. `kind_schema` keeps every earlier form of a kind, `retired_value` values of removed fields until
 * they are deleted. `module_lease` names the processes that run, with the versions of their modules.
 */
export const moduleData = `
create table module_data (
  module text primary key,
  version text not null,
  kinds jsonb not null,
  names jsonb not null,
  plan jsonb,
  applied_at timestamptz not null
);
create table kind_schema (
  kind text not null,
  module_version text not null,
  schema jsonb not null,
  applied_at timestamptz not null,
  primary key (kind, module_version)
);
create table retired_value (
  workspace_id uuid not null,
  record_id uuid not null,
  field text not null,
  module_version text not null,
  kind text not null,
  value jsonb not null,
  retired_at timestamptz not null,
  primary key (workspace_id, record_id, field, module_version)
);
create index retired_value_age on retired_value (retired_at);
create table module_lease (
  process uuid primary key,
  modules jsonb not null,
  renewed_at timestamptz not null
);
alter table record_change add column via_module text;
`;
