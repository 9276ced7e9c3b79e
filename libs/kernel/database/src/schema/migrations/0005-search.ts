/**
 * `record_search`: the searchable text of live records, in its own table, so that a change without text changes
 * writes nothing here. `search_fill`: progress of indexing records that were written before the text of a kind was
 * searched. The pending lists of the indexes are short, because a search reads them completely.
 */
export const searchTables = `
create table record_search (
  workspace_id uuid not null,
  kind text not null,
  id uuid not null,
  title text not null,
  words tsvector not null,
  primary key (workspace_id, kind, id)
);
create index record_search_words on record_search using gin (words) with (gin_pending_list_limit = 1024);
create index record_search_title on record_search (workspace_id, title text_pattern_ops);
create index record_search_alike on record_search using gin (workspace_id, title gin_trgm_ops) with (gin_pending_list_limit = 1024);

create table search_fill (
  kind text primary key,
  made_for text not null,
  last_workspace uuid,
  last_id uuid,
  done boolean not null
);
`;
