import { sql } from 'kysely';
import type { Transaction } from '@cubit/core';
import type { BlobKey } from '../store/blob-store.js';

/**
 * Whoever keeps or removes a content holds this until the transaction ends: nothing is removed that somebody is about to rely on. Whoever
 * brings very many holds the workspace instead, which all others share.
 */
export async function lockContent(tx: Transaction, { workspaceId, sha256 }: BlobKey): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${nameOf(workspaceId)}, 0)),
    pg_advisory_xact_lock(hashtextextended(${`file ${workspaceId} ${sha256}`}, 0))`.execute(tx.db);
}

/** Against everybody who keeps or removes a content of the workspace. */
export async function lockContents(tx: Transaction, workspaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${nameOf(workspaceId)}, 0))`.execute(tx.db);
}

function nameOf(workspaceId: string): string {
  return `files ${workspaceId}`;
}
