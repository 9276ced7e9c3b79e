/** Columns of a record, as read here and in the program. */
export const COLUMNS =
  'id, title, fields::text as fields, tags, version, created_at, updated_at, created_by, deleted_at';

export interface Row {
  readonly id: string;
  readonly title: string;
  readonly fields: string;
  readonly tags: readonly string[];
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly created_by: string | null;
  readonly deleted_at: Date | null;
}

/** The row as JSON in the cheapest way: `fields` is not parsed. */
export function recordText(kind: string, row: Row): string {
  return (
    `{"id":"${row.id}","kind":"${kind}","title":${JSON.stringify(row.title)},"fields":${row.fields},"tags":${JSON.stringify(row.tags)},` +
    `"version":${row.version},"created_at":"${row.created_at.toISOString()}","updated_at":"${row.updated_at.toISOString()}",` +
    `"created_by":${JSON.stringify(row.created_by)},"deleted_at":${JSON.stringify(row.deleted_at)}}`
  );
}
