/**
 * Indexes to read sign-ins by member and to delete old rows. A history is written in time order, so a small BRIN
 * index finds rows by age.
 */
export const retentionIndexes = `
create index audit_log_user on audit_log (user_id, id) where workspace_id is null;
create index record_history_age on record_history using brin (at) with (pages_per_range = 32, autosummarize = on);
`;
