/**
 * `search_word`: the words of titles, to correct misspelt queries. One row per word and workspace, stored with the
 * record that introduced it, so that two transactions with the same new word write different rows and do not wait
 * for each other. Replaces an index on whole titles, which had to check every title with a few letters in common.
 */
export const searchWordTable = `
create table search_word (
  workspace_id uuid not null,
  word text collate "C" not null,
  record_id uuid not null,
  primary key (workspace_id, word, record_id)
);
create index search_word_alike on search_word using gin (workspace_id, word gin_trgm_ops) with (gin_pending_list_limit = 256);
drop index record_search_alike;
`;
