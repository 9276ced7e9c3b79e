import { sql } from 'kysely';
import { oneOf, type Transaction } from '@cubit/database';
import type { KernelServices } from '../workspace/services.js';
import { storeSearchRows } from './search-changes.js';
import { storedDocuments, type StoredText } from './stored-documents.js';

const ROWS_PER_STEP = 500;

/**
 * Updates the search text of live records after changes that did not use the kernel's writer: renamed tags, deleted
 * or restored fields.
 */
export async function rewriteSearch(
  { db }: Transaction,
  services: Pick<KernelServices, 'workspaces' | 'registry'>,
  {
    workspaceId,
    kind: id,
    ids,
  }: { readonly workspaceId: string; readonly kind: string; readonly ids: readonly string[] },
): Promise<void> {
  const kind = services.registry.kinds.get(id);
  // Its module is not installed. Its records are indexed again when it is.
  if (!kind) return void (await sql`update search_fill set made_for = '', done = false where kind = ${id}`.execute(db));
  for (let start = 0; start < ids.length; start += ROWS_PER_STEP) {
    // Locked: a newer text must not be overwritten with the one that was read here.
    const { rows } =
      await sql<StoredText>`select workspace_id, id, title, fields, tags from ${sql.table(kind.partition)}
      where workspace_id = ${workspaceId} and kind = ${sql.lit(kind.id)} and deleted_at is null
        and ${oneOf('id', ids.slice(start, start + ROWS_PER_STEP), 'uuid')}
      order by id for no key update`.execute(db);
    const documents = await storedDocuments(db, services, { kind, rows });
    await storeSearchRows(db, documents);
  }
}
