/** What the beginning of a file says, and where its columns should go. */
export interface ImportPreview {
  readonly format: string;
  /** Known format of another program. */
  readonly reader: string | null;
  readonly columns: readonly {
    readonly name: string;
    readonly field: string | null;
    readonly samples: readonly string[];
  }[];
  readonly key: string | null;
}

/** Column of the file to target; null: the column is ignored. */
export type Mapping = Readonly<Record<string, string | null>>;

export interface ImportResult {
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly skipped: number;
  readonly rejected: number;
  /** File of the rejected rows. */
  readonly rejects: string | null;
  readonly warnings?: { readonly count: number; readonly first: readonly unknown[] };
}

export interface Job {
  readonly id: string;
  readonly state: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
  readonly progress: { readonly done: number; readonly total: number | null };
  readonly result: ImportResult | null;
  readonly error: { readonly message: string } | null;
}

/** A file as it is sent: chosen by a person, or of mended rows. */
export interface ImportSource {
  readonly name: string;
  readonly type: string;
  readonly content: Blob;
}
