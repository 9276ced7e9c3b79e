/** What a backup is made of; README.md describes the file. */

export const FORMAT = 'cubit-backup';
export const FORMAT_VERSION = 1;

export const MANIFEST = 'manifest.json';
export const SUMS = 'sums.json';
export const TABLES = 'tables';
export const FILES = 'files';

/** The mark of a restore that has not ended. */
export const UNFINISHED = 'restore_unfinished';

export interface StoredTable {
  readonly name: string;
  /** In the order of the data. */
  readonly columns: readonly string[];
  /** Those of the primary key, which order the rows; empty: the table has none. */
  readonly key: readonly string[];
  /** Of a partition: `partition of record FOR VALUES IN ('inventory:part')`. */
  readonly partition: string | null;
}

export interface StoredIndex {
  readonly name: string;
  /** As `pg_get_indexdef` returns it, without the schema. */
  readonly definition: string;
}

export interface StoredSequence {
  readonly name: string;
  /** A number of up to 64 bits. */
  readonly value: string;
  readonly isCalled: boolean;
}

export interface BackupManifest {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** Version of the product that wrote it. */
  readonly product: string;
  readonly created_at: string;
  /** `server_version_num` of PostgreSQL. */
  readonly postgres: number;
  /** Names of the executed migrations by owner. */
  readonly migrations: Readonly<Record<string, readonly string[]>>;
  readonly tables: readonly StoredTable[];
  /** Of tables; those that belong to a constraint are left out. */
  readonly indexes: readonly StoredIndex[];
  readonly sequences: readonly StoredSequence[];
}

export interface TableSum {
  readonly name: string;
  readonly rows: number;
  /** Of the data in the text format of `COPY`, in hex. */
  readonly sha256: string;
}

export interface BackupSums {
  readonly tables: readonly TableSum[];
  readonly files: {
    readonly count: number;
    readonly bytes: number;
    /** `<workspace>/<sha-256 in hex>`: content that was lost or damaged before. */
    readonly missing: readonly string[];
  };
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
