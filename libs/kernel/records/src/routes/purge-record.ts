import { sql } from 'kysely';
import type { WorkspaceTransaction } from '../transaction/workspace-transaction.js';
import type { RegisteredKind } from '@cubit/core/host';

/**
 * Deletes a record permanently, with its history. A live record is moved to the trash first, which releases its
 * references and emits its event.
 */
export async function purgeRecord(transaction: WorkspaceTransaction, kind: RegisteredKind, id: string): Promise<void> {
  const { writer, tx, workspace } = transaction;
  const trashed = await writer.locked.lockTrashed(kind, [id]);
  const known = trashed.get(id);
  if (known) transaction.report({ kind: kind.id, id, version: known.version, op: 'delete' });
  else await writer.remove(kind, [{ id }], null);
  await transaction.flush();
  // Only references to files are left; the others were released when it was moved to the trash.
  await sql`delete from record_reference where workspace_id = ${workspace.id} and source_id = ${id}`.execute(tx.db);
  await sql`delete from record_change where workspace_id = ${workspace.id} and record_id = ${id}`.execute(tx.db);
  await sql`delete from ${sql.table(kind.partition)} where workspace_id = ${workspace.id} and kind = ${sql.lit(kind.id)} and id = ${id}`.execute(
    tx.db,
  );
}
