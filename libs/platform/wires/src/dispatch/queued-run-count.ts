import { sql, type RawBuilder } from 'kysely';

/**
 * Number of runs of a workspace on the queue, `limit` at most. A waiting run is published again every few seconds, so a row with an older
 * `wake_at` is a dead index entry. Excluding those keeps the scan short in busy workspaces.
 */
export function queuedRunCount(workspaceId: RawBuilder<unknown>, limit: number): RawBuilder<number> {
  return sql<number>`(
    select count(*) from (
      select from wire_run q where q.workspace_id = ${workspaceId} and q.state = 'pending' and q.held is null
        and q.wake_at between now() - interval '1 minute' and clock_timestamp() limit ${limit}
    ) first_ones
  )`;
}
