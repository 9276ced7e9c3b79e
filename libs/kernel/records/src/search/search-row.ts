/** What the search box knows of a record. */
export interface SearchDocument {
  /** The title, folded: for titles that begin with what is looked for, and for those that are misspelt. */
  readonly title: string;
  /** Every word and where it stands, as text of a `tsvector`. */
  readonly words: string;
  /** Words of the title, for those who misspell them. */
  readonly spelt: readonly string[];
}

export interface SearchRow extends SearchDocument {
  readonly workspace_id: string;
  readonly kind: string;
  readonly id: string;
}
