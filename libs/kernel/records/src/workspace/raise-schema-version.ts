import type { Transaction } from '@cubit/database';

/** Held until the commit: of two changes of what the workspace's schema is made from, the second sees the first. */
export async function lockSchema(tx: Transaction, workspaceId: string): Promise<void> {
  await tx.db.selectFrom('workspace').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute();
}

/** From the commit on, every request on every process works with the workspace's schema as it is then. */
export async function raiseSchemaVersion(tx: Transaction, workspaceId: string): Promise<void> {
  await tx.db
    .updateTable('workspace')
    .set(({ eb }) => ({ schema_version: eb('schema_version', '+', 1) }))
    .where('id', '=', workspaceId)
    .execute();
}
