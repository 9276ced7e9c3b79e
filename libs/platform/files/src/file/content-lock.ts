import { sql } from 'kysely';
import type { Transaction } from '@cubit/core';
import type { BlobKey } from '../store/blob-store.js';

/** Whoever keeps or removes a content holds this until the transaction ends: nothing is removed that somebody is about to rely on. */
export async function lockContent(tx: Transaction, { workspaceId, sha256 }: BlobKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`file ${workspaceId} ${sha256}`}, 0))`.execute(tx.db);
}
