import { sql, type RawBuilder } from 'kysely';
import type { AnyRecord, RecordShape, RegisteredKind } from '@cubit/core/host';
import { type ErrorDetail, errorOf } from '@cubit/core';
import { oneOf, keysOf, uniqueIndexName, violatedIndex } from '@cubit/database';
import { takenMessage } from './taken-message.js';
import { titleKey } from './title-key.js';

type Row = Pick<AnyRecord, 'id' | 'title' | 'fields' | 'tags' | 'version'>;

function recordset(rows: readonly Row[]): RawBuilder<unknown> {
  const json = JSON.stringify(
    rows.map(({ id, title, fields, tags, version }) => ({
      ...{ id, title, title_key: titleKey(title), fields, tags, version },
    })),
  );
  return sql`jsonb_to_recordset(${json}::jsonb) as x(id uuid, title text, title_key text, fields jsonb, tags text[], version integer)`;
}

export interface RowStamp {
  readonly workspaceId: string;
  readonly at: Date;
  readonly userId: string | null;
}

/** Inserts any number of rows in one statement. */
export function insertRows(
  kind: RegisteredKind,
  rows: readonly Row[],
  { workspaceId, at, userId }: RowStamp,
): RawBuilder<object> {
  return sql`insert into ${sql.table(kind.partition)} (workspace_id, kind, id, title, title_key, fields, tags, version, created_at, updated_at, created_by)
    select ${workspaceId}::uuid, ${sql.lit(kind.id)}, id, title, title_key, fields, tags, version, ${at}::timestamptz, ${at}::timestamptz, ${userId}::uuid from ${recordset(rows)}`;
}

/**
 * Updates any number of rows in one statement. The caller sets their versions: the rows are locked by this transaction, so those are
 * known. The ids are also passed as an array: from the rows alone, the planner reads the whole workspace while the table has no statistics.
 */
export function updateRows(
  kind: RegisteredKind,
  rows: readonly Row[],
  { workspaceId, at }: RowStamp,
): RawBuilder<object> {
  return sql`update ${sql.table(kind.partition)} r set title = x.title, title_key = x.title_key, fields = x.fields, tags = x.tags, version = x.version,
      updated_at = case when x.version > r.version then ${at}::timestamptz else r.updated_at end
    from ${recordset(rows)} where r.workspace_id = ${workspaceId} and r.kind = ${sql.lit(kind.id)}
      and ${oneOf(
        'r.id',
        rows.map(({ id }) => id),
        'uuid',
      )} and r.id = x.id`;
}

/** Moves records to the trash (`at`) or restores them (null). */
export function markDeleted(
  kind: RegisteredKind,
  ids: readonly string[],
  { workspaceId, at, deletedAt }: { readonly workspaceId: string; readonly at: Date; readonly deletedAt: Date | null },
): RawBuilder<object> {
  return sql`update ${sql.table(kind.partition)} set deleted_at = ${deletedAt}::timestamptz, version = version + 1, updated_at = ${at}::timestamptz
    where workspace_id = ${workspaceId} and kind = ${sql.lit(kind.id)} and ${oneOf('id', ids, 'uuid')}`;
}

/**
 * Converts the violation of a declared unique key to `409 already_exists` at the fields of the record that caused
 * it.
 */
export function asAlreadyExists(
  error: unknown,
  kind: RegisteredKind,
  {
    shape,
    rows,
  }: {
    readonly shape: RecordShape;
    readonly rows: readonly {
      readonly fields: Readonly<Record<string, unknown>>;
      readonly path: (field: string) => string;
    }[];
  },
): unknown {
  const index = violatedIndex(error);
  if (index === null) return error;
  if (index === `${kind.partition}_pkey`) return errorOf('already_exists', 'There is a record with this id already.');
  const fields =
    keysOf(kind.definition.unique).find((key) => uniqueIndexName(kind, key) === index) ?? customKey(shape, index);
  // A field that became unique after this request began.
  if (!fields && index.startsWith('custom_')) return errorOf('already_exists', 'A value that must be unique is taken.');
  if (!fields) return error;
  const culprit =
    rows.find((row, position) => isTwice(row, rows.slice(0, position), fields)) ??
    rows.find((row) => mentions(error, row, fields)) ??
    rows[0];
  const message = takenMessage(kind, shape, { key: fields, values: culprit?.fields ?? {} });
  const details = fields.map((field): ErrorDetail => ({
    path: culprit?.path(field) ?? `/fields/${field}`,
    code: 'already_exists',
    message,
  }));
  return errorOf('already_exists', message, { details });
}

function customKey(shape: RecordShape, index: string): readonly string[] | undefined {
  const field = [...shape.fields.values()].find(({ custom }) => custom?.uniqueIndex === index);
  return field && [field.name];
}

function isTwice(
  row: { readonly fields: Readonly<Record<string, unknown>> },
  others: readonly { readonly fields: Readonly<Record<string, unknown>> }[],
  fields: readonly string[],
): boolean {
  return others.some((other) =>
    fields.every((field) => row.fields[field] !== undefined && row.fields[field] === other.fields[field]),
  );
}

/** PostgreSQL names the values in the error detail. It is used only to find the record, and never sent to clients. */
function mentions(
  error: unknown,
  row: { readonly fields: Readonly<Record<string, unknown>> },
  fields: readonly string[],
): boolean {
  const detail = error instanceof Error && 'detail' in error ? String(error.detail) : '';
  return fields.every((field) => row.fields[field] !== undefined && detail.includes(String(row.fields[field])));
}
