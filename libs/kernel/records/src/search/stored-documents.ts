import { sql, type Kysely } from 'kysely';
import { oneOf, type DatabaseSchema } from '@cubit/database';
import type { KernelServices } from '../workspace/services.js';
import type { RegisteredKind } from '@cubit/core/host';
import type { SearchRow } from './search-row.js';
import { searchDocument } from './search-document.js';

/** The searched content of a live record, as stored. */
export interface StoredText {
  readonly workspace_id: string;
  readonly id: string;
  readonly title: string;
  readonly fields: Readonly<Record<string, never>>;
  readonly tags: readonly string[];
}

/** The search rows of records of one kind, in any workspaces, by the present fields of each workspace. */
export async function storedDocuments(
  db: Kysely<DatabaseSchema>,
  { workspaces }: Pick<KernelServices, 'workspaces'>,
  { kind, rows }: { readonly kind: RegisteredKind; readonly rows: readonly StoredText[] },
): Promise<readonly SearchRow[]> {
  const ids = [...new Set(rows.map((row) => row.workspace_id))];
  const versions = await sql<{ id: string; version: number }>`select id, schema_version as version from workspace
    where ${oneOf('id', ids, 'uuid')}`.execute(db);
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
