import { sql } from 'kysely';
import type { WireDatabase } from '../tables/schema.js';

const DEFAULT_KEPT_DAYS = 30;
/** Failed ones are there to be looked at and retried: they are kept so many times as long. */
const FAILED_FACTOR = 3;
const ROWS_PER_STEP = 1_000;

/** Removes what is no longer kept, in steps short enough for nobody to notice: old runs, and deleted wires with theirs. */
export async function purgeRuns(db: WireDatabase, stopped: () => boolean, keptDays = DEFAULT_KEPT_DAYS): Promise<void> {
  const old = sql`ctid in (select ctid from wire_run where
    (state in ('succeeded', 'skipped') and finished_at < now() - ${sql.lit(keptDays)} * interval '1 day')
    or (state = 'failed' and finished_at < now() - ${sql.lit(keptDays * FAILED_FACTOR)} * interval '1 day') limit ${sql.lit(ROWS_PER_STEP)})`;
  await inSteps(stopped, () => sql`delete from wire_run where ${old}`.execute(db));
  const deleted = await db
    .selectFrom('wire')
    .select(['workspace_id', 'id'])
    .where('deleted_at', 'is not', null)
    .limit(ROWS_PER_STEP)
    .execute();
  for (const { workspace_id: workspaceId, id } of deleted) {
    const runs = sql`delete from wire_run where workspace_id = ${workspaceId} and ctid in (
      select ctid from wire_run where workspace_id = ${workspaceId} and wire_id = ${id} limit ${sql.lit(ROWS_PER_STEP)})`;
    await inSteps(stopped, () => runs.execute(db));
    if (stopped()) return;
    await db.deleteFrom('wire_rate').where('workspace_id', '=', workspaceId).where('wire_id', '=', id).execute();
    await db.deleteFrom('wire').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
  }
}

async function inSteps(
  stopped: () => boolean,
  step: () => Promise<{ readonly numAffectedRows?: bigint }>,
): Promise<void> {
  for (let removed = ROWS_PER_STEP; removed === ROWS_PER_STEP && !stopped();)
    removed = Number((await step()).numAffectedRows ?? 0n);
}
