import type { Transaction } from '@cubit/database';

/** Locked until the commit: of two changes of the data from which the schema is built, the second sees the first. */
export async function lockSchema(tx: Transaction, workspaceId: string): Promise<void> {
  await tx.db.selectFrom('workspace').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute();
}

/** After the commit, every request on every process uses the new schema of the workspace. */
export async function raiseSchemaVersion(tx: Transaction, workspaceId: string): Promise<void> {
  await tx.db
    .updateTable('workspace')
    .set(({ eb }) => ({ schema_version: eb('schema_version', '+', 1) }))
    .where('id', '=', workspaceId)
    .execute();
}
