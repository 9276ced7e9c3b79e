import { sql } from 'kysely';
import type { Database } from '@cubit/database';
import type { ErrorDetail } from '@cubit/core';
import type { ImportKey } from './import-chunks.js';

type Db = Database['db'];

/** A row that was not imported: rejected, or waiting for a referenced record. */
export interface StoredRow {
  readonly number: number;
  /** The row as in the file: JSON of its cells or its value. */
  readonly source: string;
  readonly reasons: readonly ErrorDetail[];
  readonly waits: boolean;
}

export async function storeRows(
  db: Db,
  { workspaceId, importId }: ImportKey,
  { rows, now }: { readonly rows: readonly StoredRow[]; readonly now: Date },
): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into import_row (workspace_id, import_id, number, source, reasons, waits, created_at)
    select ${workspaceId}::uuid, ${importId}::uuid, number, source, reasons, waits, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as x(number bigint, source text, reasons jsonb, waits boolean)
    on conflict (workspace_id, import_id, number) do update set reasons = excluded.reasons, waits = excluded.waits`.execute(
    db,
  );
}

export async function deleteRows(
  db: Db,
  { workspaceId, importId }: ImportKey,
  numbers?: readonly number[],
): Promise<void> {
  const some = numbers ? sql`and number = any(${numbers}::bigint[])` : sql``;
  await sql`delete from import_row where workspace_id = ${workspaceId} and import_id = ${importId} ${some}`.execute(db);
}

/** A page of rows in order, after the given one. */
export async function readRows(
  db: Db,
  { workspaceId, importId }: ImportKey,
  { after, waits, limit }: { readonly after: number; readonly waits: boolean; readonly limit: number },
): Promise<readonly StoredRow[]> {
  const { rows } = await sql<StoredRow>`select number::float8 as number, source, reasons, waits from import_row
    where workspace_id = ${workspaceId} and import_id = ${importId} and waits = ${waits} and number > ${after}
    order by number limit ${limit}`.execute(db);
  return rows;
}
