import { sql } from 'kysely';
import type { RunKey } from '../dispatch/run-key.js';
import type { WireDatabase } from '../tables/schema.js';

interface Retry extends RunKey {
  readonly wireId: string;
  /** New number of attempts left. */
  readonly attempts: number;
}

/** Makes a run pending again and subtracts it from the counters of its wire: it is counted again when it finishes. */
export async function retryRun(
  db: WireDatabase,
  { workspaceId, id, wireId, attempts }: Retry,
): Promise<'pending' | 'succeeded' | 'not_found'> {
  const run = await db
    .selectFrom('wire_run')
    .select(['state', 'counted'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('wire_id', '=', wireId)
    .forUpdate()
    .executeTakeFirst();
  if (!run) return 'not_found';
  if (run.state === 'succeeded') return 'succeeded';
  await db
    .updateTable('wire_run')
    .set({
      state: 'pending',
      over_cap: false,
      held: null,
      counted: false,
      attempts_left: attempts,
      available_at: sql<Date>`clock_timestamp()`,
      started_at: null,
      finished_at: null,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
  if (run.counted)
    await db
      .updateTable('wire')
      .set(({ eb }) => ({ run_count: eb('run_count', '-', 1), failure_count: eb('failure_count', '-', 1) }))
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', wireId)
      .execute();
  return 'pending';
}
