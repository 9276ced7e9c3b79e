/**
 * `record_change`: the history as reverse differences. `before` has what a change replaced, by the name of the field or by `/tags` and
 * `/deleted_at`; a creation replaces nothing. `after` has what the record was right after the change, where that does not follow from later
 * changes and from the record. `record_history`, the table of earlier versions, is converted at the start of the program, and then dropped.
 */
export const reverseHistory = `
create table record_change (
  workspace_id uuid not null,
  record_id uuid not null,
  user_id uuid,
  via_id uuid,
  at timestamptz not null,
  version integer not null,
  kind text not null,
  operation text not null,
  actor_type text not null,
  via_type text not null,
  cause jsonb,
  before jsonb,
  after jsonb,
  primary key (workspace_id, record_id, version)
);
create index record_change_age on record_change using brin (at) with (pages_per_range = 32, autosummarize = on);
alter table upgrade add column last_version integer;
do $$ begin
  if not exists (select from record_history) then drop table record_history; end if;
end $$;
`;
