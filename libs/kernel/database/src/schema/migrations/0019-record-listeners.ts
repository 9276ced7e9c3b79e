/** Processes with open event streams of a workspace: they are notified of written records. Unlogged: processes renew their entries. */
export const recordListeners = `
create unlogged table record_listener (
  workspace_id uuid not null,
  process_id uuid not null,
  until timestamptz not null,
  primary key (workspace_id, process_id)
);
`;
