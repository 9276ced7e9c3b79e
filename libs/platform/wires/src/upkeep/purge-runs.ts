import { sql } from 'kysely';
import type { WireDatabase } from '../tables/schema.js';

const DEFAULT_KEPT_DAYS = 30;
/** Failed runs are kept this many times as long, so that people can inspect and retry them. */
const FAILED_FACTOR = 3;
const ROWS_PER_STEP = 1_000;

/** Deletes old runs, and deleted wires with their runs, in small steps that do not block other work. */
export async function purgeRuns(db: WireDatabase, stopped: () => boolean, keptDays = DEFAULT_KEPT_DAYS): Promise<void> {
  const old = sql`ctid in (select ctid from wire_run where
    (state in ('succeeded', 'skipped') and finished_at < now() - ${sql.lit(keptDays)} * interval '1 day')
    or (state = 'failed' and finished_at < now() - ${sql.lit(keptDays * FAILED_FACTOR)} * interval '1 day') limit ${sql.lit(ROWS_PER_STEP)})`;
  await deleteInSteps(stopped, () => sql`delete from wire_run where ${old}`.execute(db));
  const deleted = await db
    .selectFrom('wire')
    .select(['workspace_id', 'id'])
    .where('deleted_at', 'is not', null)
    .limit(ROWS_PER_STEP)
    .execute();
  for (const { workspace_id: workspaceId, id } of deleted) {
    const runs = sql`delete from wire_run where workspace_id = ${workspaceId} and ctid in (
      select ctid from wire_run where workspace_id = ${workspaceId} and wire_id = ${id} limit ${sql.lit(ROWS_PER_STEP)})`;
    await deleteInSteps(stopped, () => runs.execute(db));
    if (stopped()) return;
    await db.deleteFrom('wire_alarm').where('workspace_id', '=', workspaceId).where('wire_id', '=', id).execute();
    await db.deleteFrom('wire_rate').where('workspace_id', '=', workspaceId).where('wire_id', '=', id).execute();
    await db.deleteFrom('wire').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
  }
}

async function deleteInSteps(
  stopped: () => boolean,
  step: () => Promise<{ readonly numAffectedRows?: bigint }>,
): Promise<void> {
  for (let removed = ROWS_PER_STEP; removed === ROWS_PER_STEP && !stopped();)
    removed = Number((await step()).numAffectedRows ?? 0n);
}
