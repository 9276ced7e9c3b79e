/**
 * `record_search`: what the search box knows of live records, beside the records, so that a change of a record that changes none of its
 * text writes nothing here. `search_fill`: how far the records written before a kind's text was looked into have been caught up with.
 * The pending lists of the indexes are kept short: a search reads them whole.
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
