import { sql } from 'kysely';
import { FILE_TARGET, fail, notFound, type Database, type Logger, type Transaction } from '@cubit/core';
import type { BlobKey, BlobStore } from '../store/blob-store.js';
import { lockContent } from './content-lock.js';

interface Dropping {
  readonly database: Database;
  readonly store: BlobStore;
  readonly log: Logger;
}

interface FileKey {
  readonly workspaceId: string;
  readonly id: string;
}

const SHOWN = 10;

/** Removes a file, and its content with the last file that has it. `409 in_use` where a record's field holds it. */
export async function dropFile(dropping: Dropping, tx: Transaction, { workspaceId, id }: FileKey): Promise<void> {
  const { rows } = await sql<{ sha256: Buffer }>`
    select sha256 from file where workspace_id = ${workspaceId} and id = ${id} for update`.execute(tx.db);
  const [file] = rows;
  if (!file) throw notFound('File');
  // A statement of its own: who held the file until now has committed what it refers to.
  await refuseWhereHeld(tx, { workspaceId, id });
  await sql`delete from file where workspace_id = ${workspaceId} and id = ${id}`.execute(tx.db);
  const key = { workspaceId, sha256: file.sha256.toString('hex') };
  await lockContent(tx, key);
  const { rows: freed } = await sql<{ size: number }>`
    delete from file_content c where workspace_id = ${workspaceId} and sha256 = ${file.sha256}
      and not exists (select 1 from file f where f.workspace_id = c.workspace_id and f.sha256 = c.sha256)
    returning size`.execute(tx.db);
  if (!freed[0]) return;
  await sql`update file_usage set bytes = bytes - ${freed[0].size} where workspace_id = ${workspaceId}`.execute(tx.db);
  // Where this does not come about, the sweep sees to it.
  tx.afterCommit(
    () =>
      void removeContent(dropping, key).catch((error: unknown) =>
        dropping.log.warn({ err: error }, 'a content that no file has was not removed; it will be swept'),
      ),
  );
}

/** Removes bytes that no file has. */
export async function removeContent(
  { database, store }: Pick<Dropping, 'database' | 'store'>,
  key: BlobKey,
): Promise<void> {
  await database.transaction(async (tx) => {
    await lockContent(tx, key);
    const { rows } = await sql`select 1 from file_content
      where workspace_id = ${key.workspaceId} and sha256 = ${Buffer.from(key.sha256, 'hex')}`.execute(tx.db);
    if (rows.length === 0) await store.remove(key);
  });
}

async function refuseWhereHeld(tx: Transaction, { workspaceId, id }: FileKey): Promise<void> {
  const { rows } = await sql<{ source_kind: string; source_id: string; field: string }>`
    select source_kind, source_id, field from record_reference
    where workspace_id = ${workspaceId} and target_id = ${id} and target_kind = ${FILE_TARGET} limit ${SHOWN}`.execute(
    tx.db,
  );
  if (rows.length === 0) return;
  const details = rows.map((row) => ({
    path: '',
    code: 'in_use',
    message: `${row.source_kind} ${row.source_id} holds it by '${row.field}'.`,
  }));
  throw fail('in_use', 'The file is held by a field of a record; records in the trash count.', { details });
}
