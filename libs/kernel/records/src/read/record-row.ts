import type { AnyRecord } from '@cubit/core/host';

/** Columns of a record, in the order of every statement that reads one. `fields` is the JSON text of the database. */
export const RECORD_COLUMNS_SQL =
  'id, title, fields::text as fields, tags, version, created_at, updated_at, created_by, deleted_at';

export interface RecordRow {
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

/**
 * The row as JSON text. `fields` is copied as the database wrote it, without parsing, because this path is executed
 * often.
 */
export function recordText(kind: string, row: RecordRow, fields: string = row.fields): string {
  const deleted = row.deleted_at === null ? 'null' : `"${row.deleted_at.toISOString()}"`;
  const author = row.created_by === null ? 'null' : `"${row.created_by}"`;
  const tags = row.tags.length === 0 ? '[]' : JSON.stringify(row.tags);
  return (
    `{"id":"${row.id}","kind":"${kind}","title":${JSON.stringify(row.title)},"fields":${fields},"tags":${tags},"version":${row.version},` +
    `"created_at":"${row.created_at.toISOString()}","updated_at":"${row.updated_at.toISOString()}","created_by":${author},"deleted_at":${deleted}}`
  );
}

/** `fields` without hidden members; parsed only if one of them may be present. */
export function visibleFields(hidden: readonly string[], fields: string): string {
  if (!hidden.some((name) => fields.includes(`"${name}"`))) return fields;
  return JSON.stringify(withoutHidden(hidden, JSON.parse(fields) as Record<string, unknown>));
}

export function withoutHidden(
  hidden: readonly string[],
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return hidden.length === 0
    ? fields
    : Object.fromEntries(Object.entries(fields).filter(([name]) => !hidden.includes(name)));
}

export function recordOf(kind: string, row: RecordRow): AnyRecord {
  return {
    id: row.id,
    kind,
    title: row.title,
    fields: JSON.parse(row.fields) as Record<string, unknown>,
    tags: row.tags,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    created_by: row.created_by,
    deleted_at: row.deleted_at?.toISOString() ?? null,
  };
}
