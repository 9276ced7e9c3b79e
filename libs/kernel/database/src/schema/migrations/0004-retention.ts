/** What reading sign-ins by member and removing what is old need. A history is written in the order of time, so that a few pages of index tell its age. */
export const retentionIndexes = `
create index audit_log_user on audit_log (user_id, id) where workspace_id is null;
create index record_history_age on record_history using brin (at) with (pages_per_range = 32, autosummarize = on);
`;
