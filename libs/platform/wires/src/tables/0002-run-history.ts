/**
 * Not by workspace first: while the table is small the planner takes any index that starts with the workspace for a way to a single run,
 * and keeps to it when the workspace has thousands.
 */
export const runHistory = `
drop index wire_run_history;
create index wire_run_history on wire_run (wire_id, workspace_id, event_position, ordinal);
`;
