import { sql } from 'kysely';
import type { WorkspaceTransaction } from '../transaction/workspace-transaction.js';
import type { RegisteredKind } from '@cubit/core/host';

/** Removes a record for good, with its history. A live one goes through the trash first, so that its references are released and its event is emitted. */
export async function purgeRecord(transaction: WorkspaceTransaction, kind: RegisteredKind, id: string): Promise<void> {
  const { writer, tx, workspace } = transaction;
  const trashed = await writer.locked.lockTrashed(kind, [id]);
  if (!trashed.has(id)) await writer.remove(kind, [{ id }], null);
  await transaction.flush();
  // Only its references to files are left: the others were released when it was moved to the trash.
  await sql`delete from record_reference where workspace_id = ${workspace.id} and source_id = ${id}`.execute(tx.db);
  await sql`delete from record_change where workspace_id = ${workspace.id} and record_id = ${id}`.execute(tx.db);
  await sql`delete from ${sql.table(kind.partition)} where workspace_id = ${workspace.id} and kind = ${sql.lit(kind.id)} and id = ${id}`.execute(
    tx.db,
  );
}
