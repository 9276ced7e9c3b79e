/**
 * `installed_module`: packed modules that are installed in the instance. `active` are those that processes run. `staged` take their place at a
 * start without another process; without an archive, the module leaves the instance then. `removed` are those that left: their records rest.
 * `instance_process.modules`: versions of the modules of a process by name; empty while it starts, and for programs of before this column.
 * It replaces `module_lease`, which programs of this level may still write, and which a release of the next level drops.
 */
export const installedModules = `
create table installed_module (
  name text not null,
  state text not null check (state in ('active', 'staged', 'removed')),
  package text,
  version text,
  integrity text,
  archive bytea,
  manifest jsonb,
  installed_by text not null,
  installed_at timestamptz not null,
  primary key (name, state)
);
alter table installed_module alter column archive set storage external;
alter table instance_process add column modules jsonb not null default '{}';
`;
