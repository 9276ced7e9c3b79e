import { sql, type Kysely } from 'kysely';
import { DAY_MS } from '../contract/day.js';
import type { DatabaseSchema } from '../database/schema.js';
import type { UpkeepContext } from './purge-deleted-workspaces.js';

const ROWS_PER_STEP = 1_000;
/** Spent refresh tokens are kept for as long as they would have been good, so that their reuse is noticed. */
const KEPT_MS = 30 * DAY_MS;

/**
 * Removes what no request can be affected by any more: refresh tokens that have expired, sessions that ended or ran out of refresh
 * tokens 30 days ago, invitations that were closed as long ago. In small steps; answers how many rows went.
 */
export async function purgeCredentials(db: Kysely<DatabaseSchema>, { now, signal }: UpkeepContext): Promise<number> {
  const before = new Date(now.getTime() - KEPT_MS);
  const steps = [
    sql`delete from refresh_token where token_hash in (
      select token_hash from refresh_token where expires_at < ${now} limit ${sql.lit(ROWS_PER_STEP)})`,
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
