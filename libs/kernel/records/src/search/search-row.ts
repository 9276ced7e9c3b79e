/** The searchable content of a record. */
export interface SearchDocument {
  /** The folded title: for titles that start with the query. */
  readonly title: string;
  /** Every word with its positions, as text of a `tsvector`. */
  readonly words: string;
  /** Words of the title, to correct misspelt queries. */
  readonly spelt: readonly string[];
}

export interface SearchRow extends SearchDocument {
  readonly workspace_id: string;
  readonly kind: string;
  readonly id: string;
}
