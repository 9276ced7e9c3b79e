import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../database/schema.js';
import type { KernelServices } from '../kernel/services.js';
import type { RegisteredKind } from '../registry/registered.js';
import type { SearchRow } from './search-changes.js';
import { searchDocument } from './search-document.js';

/** Of a live record, as it lies in the database. */
export interface StoredText {
  readonly workspace_id: string;
  readonly id: string;
  readonly title: string;
  readonly fields: Readonly<Record<string, never>>;
  readonly tags: readonly string[];
}

/** What the search is to know of records of one kind, of any workspaces, with the fields that these have now. */
export async function storedDocuments(
  db: Kysely<DatabaseSchema>,
  { workspaces }: Pick<KernelServices, 'workspaces'>,
  { kind, rows }: { readonly kind: RegisteredKind; readonly rows: readonly StoredText[] },
): Promise<readonly SearchRow[]> {
  const ids = [...new Set(rows.map((row) => row.workspace_id))];
  const versions = await sql<{ id: string; version: number }>`select id, schema_version as version from workspace
    where id = any(${ids}::uuid[])`.execute(db);
  const shapes = new Map<string, RegisteredKind['shape']>();
  for (const { id, version } of versions.rows) {
    const schema = await workspaces.load(db, id, version);
    shapes.set(id, schema.kinds.get(kind.id) ?? kind.shape);
  }
  return rows.flatMap(({ workspace_id, id, title, fields, tags }) => {
    const document = searchDocument(shapes.get(workspace_id) ?? kind.shape, workspace_id, { title, fields, tags });
    return document ? [{ workspace_id, kind: kind.id, id, ...document }] : [];
  });
}
