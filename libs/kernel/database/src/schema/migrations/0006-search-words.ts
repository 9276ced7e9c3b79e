/**
 * `search_word`: the words of titles, for those that somebody misspells. One row for each in a workspace, kept with the record that brought
 * it, so that two transactions which bring the same word write different rows and neither waits for the other. In place of an index over
 * whole titles, which had to look at every title that shares a few letters.
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
