import { sql, type RawBuilder } from 'kysely';

/**
 * How many runs of a workspace are on the queue, `limit` at most. One that waits is told of again every few seconds, so whatever was told
 * of longer ago is over: a dead entry that the index has not lost yet, and that a busy workspace has thousands of.
 */
export function onTheQueue(workspaceId: RawBuilder<unknown>, limit: number): RawBuilder<number> {
  return sql<number>`(
    select count(*) from (
      select from wire_run q where q.workspace_id = ${workspaceId} and q.state = 'pending' and q.held is null
        and q.wake_at between now() - interval '1 minute' and clock_timestamp() limit ${limit}
    ) first_ones
  )`;
}
