import { sql } from 'kysely';
import { errorOf } from '@cubit/core';
import type { Database } from '@cubit/database';
import type { BlobStore } from '../store/blob-store.js';
import type { Spooled } from './spool.js';

interface StoreContentOptions {
  readonly database: Database;
  readonly store: BlobStore;
  readonly quotaBytes: number | null;
}

/**
 * Stores new bytes before the transaction that creates the file begins, because that may take minutes. True if it stored them.
 * An upload that clearly exceeds the quota is refused before it is stored; the transaction makes the exact check.
 */
export async function storeContentEarly(
  { database, store, quotaBytes }: StoreContentOptions,
  workspaceId: string,
  { path, sha256, size }: Spooled,
): Promise<boolean> {
  const { rows } = await sql<{ known: boolean; used: number }>`select
    exists (select 1 from file_content where workspace_id = ${workspaceId} and sha256 = ${Buffer.from(sha256, 'hex')}) as known,
    coalesce((select bytes from file_usage where workspace_id = ${workspaceId}), 0) as used`.execute(database.db);
  const { known, used } = rows[0] ?? { known: false, used: 0 };
  if (known) return false;
  if (quotaBytes !== null && used + size > quotaBytes) throw quotaExceeded(quotaBytes);
  await store.put({ workspaceId, path, sha256, size });
  return true;
}

export function quotaExceeded(quotaBytes: number) {
  return errorOf('quota_exceeded', `The files of this workspace must not exceed ${quotaBytes} bytes in total.`);
}
