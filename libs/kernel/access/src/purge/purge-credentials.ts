import { sql, type Kysely } from 'kysely';
import { DAY_MS } from '@cubit/core';
import type { DatabaseSchema } from '@cubit/database';
import type { UpkeepContext } from './purge-deleted-workspaces.js';

const ROWS_PER_STEP = 1_000;
/** Spent refresh tokens are kept until their expiry, so that reuse is detected. */
const RETENTION_MS = 30 * DAY_MS;

/**
 * Deletes credentials that no longer affect any request: expired refresh tokens and pairings of displays, and links, sessions, invitations and requests of OAuth
 * clients that ended at least 30 days ago. Works in small steps and returns the number of deleted rows.
 */
export async function purgeCredentials(db: Kysely<DatabaseSchema>, { now, signal }: UpkeepContext): Promise<number> {
  const before = new Date(now.getTime() - RETENTION_MS);
  const steps = [
    sql`delete from refresh_token where token_hash in (
      select token_hash from refresh_token where expires_at < ${now} limit ${sql.lit(ROWS_PER_STEP)})`,
    sql`delete from oauth_refresh_token where token_hash in (
      select token_hash from oauth_refresh_token where expires_at < ${now} limit ${sql.lit(ROWS_PER_STEP)})`,
    sql`delete from oauth_authorization where id in (
      select id from oauth_authorization where expires_at < ${before} limit ${sql.lit(ROWS_PER_STEP)})`,
    sql`delete from one_time_link where token_hash in (
      select token_hash from one_time_link where expires_at < ${before} limit ${sql.lit(ROWS_PER_STEP)})`,
    sql`delete from display_pairing where secret_hash in (
      select secret_hash from display_pairing where expires_at < ${now} limit ${sql.lit(ROWS_PER_STEP)})`,
    sql`delete from session where id in (
      select id from session
      where ended_at < ${before}
        or (created_at < ${before} and not exists (select from refresh_token where session_id = session.id))
      limit ${sql.lit(ROWS_PER_STEP)})`,
    sql`delete from invitation where (workspace_id, id) in (
      select workspace_id, id from invitation
      where expires_at < ${before} or accepted_at < ${before} or revoked_at < ${before}
      limit ${sql.lit(ROWS_PER_STEP)})`,
  ];
  let total = 0;
  for (const step of steps) {
    for (let removed = ROWS_PER_STEP; removed === ROWS_PER_STEP && !signal?.aborted;) {
      const { numAffectedRows } = await step.execute(db);
      removed = Number(numAffectedRows ?? 0n);
      total += removed;
    }
  }
  return total;
}
