/**
 * A run says which record it is for, also when it failed. So `record_id` no longer tells the runs that were made of one run, whose targets are
 * not asked for again: `split` does. `wire_alarm` remembers when the maker of a wire was last told that it fails.
 */
export const runTargets = `
alter table wire_run add column split boolean not null default false;
update wire_run set split = true where record_id is not null and state <> 'succeeded';

create table wire_alarm (
  workspace_id uuid not null,
  wire_id uuid not null,
  raised_at timestamptz not null,
  primary key (workspace_id, wire_id)
);
`;
