import { sql } from 'kysely';
import type { Transaction } from '@cubit/database';
import type { WorkspaceScope } from '@cubit/records';
import { fileUploaded } from '../module/events.js';
import { filesModule } from '../module/files.module.js';
import type { BlobSource, BlobStore } from '../store/blob-store.js';
import { FILE_COLUMNS_SQL, type FileRow } from '../tables/file-row.js';
import { quotaExceeded } from '../upload/store-content-early.js';
import { checkAttachment } from './check-attachment.js';
import { lockContent } from './content-lock.js';
import type { Attachment } from './file-schema.js';

export interface NewFile {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Omit<BlobSource, 'workspaceId'>;
  readonly attachedTo: Attachment | null;
  /** Only admins see the file, and no event is emitted. Default false. */
  readonly adminsOnly?: boolean;
}

interface FileStorage {
  readonly store: BlobStore;
  readonly quotaBytes: number | null;
}

/** Creates a file from received bytes. The row, the quota and the event commit together, after the bytes are durable. */
export async function createFile(
  { store, quotaBytes }: FileStorage,
  transaction: WorkspaceScope,
  { name, mediaType, content, attachedTo, adminsOnly = false }: NewFile,
): Promise<FileRow> {
  const { tx, workspace, actor, services } = transaction;
  if (attachedTo) await checkAttachment({ tx, registry: services.registry, workspace }, attachedTo);
  const key = { workspaceId: workspace.id, sha256: content.sha256 };
  await lockContent(tx, key);
  if (await isNewContent(tx, { ...key, size: content.size })) {
    await consumeQuota(tx, { workspaceId: workspace.id, size: content.size, quotaBytes });
    // Usually it is stored already (`storeContentEarly`), unless it was removed before this transaction got the lock.
    if (!(await store.has(key))) await store.put({ ...key, path: content.path, size: content.size });
  }
  const id = services.newId();
  const { rows } = await sql<FileRow>`
    insert into file (workspace_id, id, name, media_type, size, sha256, attached_kind, attached_id, created_at, created_by, admins_only)
    values (${workspace.id}, ${id}, ${name}, ${mediaType}, ${content.size}, ${Buffer.from(content.sha256, 'hex')},
      ${attachedTo?.kind ?? null}, ${attachedTo?.id ?? null}, ${tx.now}, ${actor.id}, ${adminsOnly})
    returning ${sql.raw(FILE_COLUMNS_SQL)}`.execute(tx.db);
  if (adminsOnly) return rows[0] as FileRow;
  const payload = { fileId: id, name, mediaType, size: content.size, attachedTo };
  transaction.contextOf(filesModule.name, null).emit(fileUploaded, payload);
  return rows[0] as FileRow;
}

/** Inserts the content; true if the workspace did not have it. */
export async function isNewContent(
  tx: Transaction,
  { workspaceId, sha256, size }: { readonly workspaceId: string; readonly sha256: string; readonly size: number },
): Promise<boolean> {
  const { rows } = await sql`insert into file_content (workspace_id, sha256, size, created_at)
    values (${workspaceId}, ${Buffer.from(sha256, 'hex')}, ${size}, ${tx.now}) on conflict do nothing returning 1`.execute(
    tx.db,
  );
  return rows.length > 0;
}

/** Adds to the usage and throws above the quota. The row is locked until the commit, so concurrent uploads cannot exceed the quota. */
export async function consumeQuota(
  tx: Transaction,
  {
    workspaceId,
    size,
    quotaBytes,
  }: { readonly workspaceId: string; readonly size: number; readonly quotaBytes: number | null },
): Promise<void> {
  const { rows } = await sql<{
    bytes: number;
  }>`insert into file_usage (workspace_id, bytes) values (${workspaceId}, ${size})
    on conflict (workspace_id) do update set bytes = file_usage.bytes + excluded.bytes returning bytes`.execute(tx.db);
  if (quotaBytes === null || (rows[0]?.bytes ?? 0) <= quotaBytes) return;
  throw quotaExceeded(quotaBytes);
}
