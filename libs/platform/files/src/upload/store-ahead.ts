import { sql } from 'kysely';
import { fail, type Database } from '@cubit/core';
import type { BlobStore } from '../store/blob-store.js';
import type { Spooled } from './spool.js';

interface Ahead {
  readonly database: Database;
  readonly store: BlobStore;
  readonly quotaBytes: number | null;
}

/**
 * Brings new bytes to the store before the transaction that makes them a file begins, since that may last for minutes. True where it did.
 * An upload that plainly has no room is refused here, before its bytes travel on; the transaction judges exactly.
 */
export async function storeAhead(
  { database, store, quotaBytes }: Ahead,
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
  return fail('quota_exceeded', `The files of this workspace may have ${quotaBytes} bytes in all.`);
}
