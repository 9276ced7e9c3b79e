import { sql } from 'kysely';
import { FILE_TARGET } from '@cubit/records';
import { fail, notFound } from '@cubit/core';
import type { Database, Transaction } from '@cubit/database';
import type { Logger } from '@cubit/core/host';
import type { BlobKey, BlobStore } from '../store/blob-store.js';
import { lockContent } from './content-lock.js';

interface DeleteFileOptions {
  readonly database: Database;
  readonly store: BlobStore;
  readonly log: Logger;
}

interface FileKey {
  readonly workspaceId: string;
  readonly id: string;
}

const SHOWN = 10;

/** Deletes a file, and its content if no other file has it. `409 in_use` if a field of a record refers to the file. */
export async function deleteFile(
  dropping: DeleteFileOptions,
  tx: Transaction,
  { workspaceId, id }: FileKey,
): Promise<void> {
  const { rows } = await sql<{ sha256: Buffer }>`
    select sha256 from file where workspace_id = ${workspaceId} and id = ${id} for update`.execute(tx.db);
  const [file] = rows;
  if (!file) throw notFound('File');
  // A separate statement: it sees the references of transactions that committed while this one waited for the lock.
  await refuseReferencedFile(tx, { workspaceId, id });
  await sql`delete from file where workspace_id = ${workspaceId} and id = ${id}`.execute(tx.db);
  const key = { workspaceId, sha256: file.sha256.toString('hex') };
  await lockContent(tx, key);
  const { rows: freed } = await sql<{ size: number }>`
    delete from file_content c where workspace_id = ${workspaceId} and sha256 = ${file.sha256}
      and not exists (select 1 from file f where f.workspace_id = c.workspace_id and f.sha256 = c.sha256)
    returning size`.execute(tx.db);
  if (!freed[0]) return;
  await sql`update file_usage set bytes = bytes - ${freed[0].size} where workspace_id = ${workspaceId}`.execute(tx.db);
  // If this fails, the sweep removes the content.
  tx.afterCommit(
    () =>
      void removeContent(dropping, key).catch((error: unknown) =>
        dropping.log.warn({ err: error }, 'failed to remove an unused content; the sweep will remove it'),
      ),
  );
}

/** Removes bytes from the store unless a file has them. */
export async function removeContent(
  { database, store }: Pick<DeleteFileOptions, 'database' | 'store'>,
  key: BlobKey,
): Promise<void> {
  await database.transaction(async (tx) => {
    await lockContent(tx, key);
    const { rows } = await sql`select 1 from file_content
      where workspace_id = ${key.workspaceId} and sha256 = ${Buffer.from(key.sha256, 'hex')}`.execute(tx.db);
    if (rows.length === 0) await store.remove(key);
  });
}

async function refuseReferencedFile(tx: Transaction, { workspaceId, id }: FileKey): Promise<void> {
  const { rows } = await sql<{ source_kind: string; source_id: string; field: string }>`
    select source_kind, source_id, field from record_reference
    where workspace_id = ${workspaceId} and target_id = ${id} and target_kind = ${FILE_TARGET} limit ${SHOWN}`.execute(
    tx.db,
  );
  if (rows.length === 0) return;
  const details = rows.map((row) => ({
    path: '',
    code: 'in_use',
    message: `${row.source_kind} ${row.source_id} refers to it in '${row.field}'.`,
  }));
  throw fail('in_use', 'A field of a record refers to the file. Records in the trash count.', { details });
}
