/** Columns of a file, in the order of every statement that reads one. */
export const FILE_COLUMNS_SQL =
  'id, name, media_type, size, sha256, attached_kind, attached_id, created_at, created_by';

export interface FileRow {
  readonly id: string;
  readonly name: string;
  readonly media_type: string;
  readonly size: number;
  readonly sha256: Buffer;
  readonly attached_kind: string | null;
  readonly attached_id: string | null;
  readonly created_at: Date;
  readonly created_by: string | null;
}
