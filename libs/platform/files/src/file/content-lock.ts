import { sql } from 'kysely';
import type { Transaction } from '@cubit/database';
import type { BlobKey } from '../store/blob-store.js';

/**
 * Locks a content until the transaction ends, against concurrent storing and removal. Transactions that store many contents lock the
 * whole workspace instead (`lockContents`); this function takes the workspace's lock in shared mode.
 */
export async function lockContent(tx: Transaction, { workspaceId, sha256 }: BlobKey): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${nameOf(workspaceId)}, 0)),
    pg_advisory_xact_lock(hashtextextended(${`file ${workspaceId} ${sha256}`}, 0))`.execute(tx.db);
}

/** Locks all contents of the workspace until the transaction ends. */
export async function lockContents(tx: Transaction, workspaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${nameOf(workspaceId)}, 0))`.execute(tx.db);
}

function nameOf(workspaceId: string): string {
  return `files ${workspaceId}`;
}
