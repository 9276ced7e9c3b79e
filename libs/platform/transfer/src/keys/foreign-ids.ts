import { sql } from 'kysely';
import type { Database } from '@cubit/database';
import type { RegisteredKind } from '@cubit/core/host';
import type { KeySource } from './record-keys.js';

/** Ids of another system, kept for each kind, system and workspace. */
export const foreignIdTable = `
create table import_foreign_id (
  workspace_id uuid not null,
  kind text not null,
  origin text not null,
  foreign_id text not null,
  record_id uuid not null,
  created_at timestamptz not null,
  primary key (workspace_id, kind, origin, foreign_id)
);
`;

/** Longer texts are not ids and are not remembered. */
export const MAX_FOREIGN_ID = 500;

export interface ForeignId {
  readonly foreignId: string;
  readonly recordId: string;
}

/** Remembers the ids of records. A later import of the same id replaces an earlier one. */
export async function rememberForeignIds(
  { db, workspaceId, now }: KeySource & { readonly now: Date },
  { kind, origin, ids }: { readonly kind: string; readonly origin: string; readonly ids: readonly ForeignId[] },
): Promise<void> {
  const byId = new Map(
    ids.filter(({ foreignId }) => foreignId.length <= MAX_FOREIGN_ID).map((one) => [one.foreignId, one]),
  );
  if (byId.size === 0) return;
  const rows = [...byId.values()].toSorted((a, b) => (a.foreignId < b.foreignId ? -1 : 1));
  await sql`insert into import_foreign_id (workspace_id, kind, origin, foreign_id, record_id, created_at)
    select ${workspaceId}::uuid, ${kind}, ${origin}, x."foreignId", x."recordId", ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as x("foreignId" text, "recordId" uuid)
    on conflict (workspace_id, kind, origin, foreign_id) do update set record_id = excluded.record_id`.execute(db);
}

/** Records by their ids in the other system. Records in the trash are left out. */
export async function findForeignIds(
  { db, workspaceId }: Omit<KeySource, 'now'> & { readonly db: Database['db'] },
  kind: RegisteredKind,
  { origin, ids }: { readonly origin: string; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ foreign_id: string; id: string }>`select f.foreign_id, r.id from import_foreign_id f
    join ${sql.table(kind.partition)} r on r.workspace_id = f.workspace_id and r.kind = ${sql.lit(kind.id)} and r.id = f.record_id
    where f.workspace_id = ${workspaceId} and f.kind = ${kind.id} and f.origin = ${origin}
      and f.foreign_id = any(${ids}::text[]) and r.deleted_at is null`.execute(db);
  return new Map(rows.map(({ foreign_id, id }) => [foreign_id, id]));
}
