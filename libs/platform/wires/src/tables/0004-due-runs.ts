/**
 * `available_at` alone says when a pending run is due; null: not by itself. Its wire is paused or blocked (`held`), or an earlier run of its lane
 * has to finish first. A partial index that starts with the workspace and has this condition is no way to a single run for the planner.
 */
export const dueRuns = `
drop index wire_run_unpublished;
drop index wire_run_published;
alter table wire_run alter column available_at drop not null, drop column wake_at;
update wire_run set available_at = null where state = 'pending' and held is not null;
create index wire_run_due on wire_run (workspace_id, available_at, event_position, ordinal)
  where state = 'pending' and available_at is not null;
`;
