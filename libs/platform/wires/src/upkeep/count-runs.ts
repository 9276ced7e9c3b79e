import { sql } from 'kysely';
import type { WireDatabase } from '../tables/schema.js';

const BATCH = 5_000;
/** Key of the advisory lock; any constant that all processes share. */
const COUNT_LOCK = 0x77_69_72_65;

/**
 * Adds finished runs to the counters of their wires. The runs themselves do not update the counters, because runs of one wire would then
 * wait for each other. Returns whether there may be more.
 */
export async function countRuns(db: WireDatabase): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows: lock } = await sql<{
      free: boolean;
    }>`select pg_try_advisory_xact_lock(${sql.lit(COUNT_LOCK)}) as free`.execute(tx);
    if (lock[0]?.free !== true) return false;
    const { rows } = await sql<{ runs: number }>`
      with picked as materialized (
        select workspace_id, id, wire_id, state, finished_at from wire_run
        where wire_id is not null and state in ('succeeded', 'failed') and not counted limit ${sql.lit(BATCH)} for update skip locked
      ), marked as (
        update wire_run r set counted = true from picked p where r.workspace_id = p.workspace_id and r.id = p.id
      ), added as (
        update wire w set run_count = run_count + p.runs, failure_count = failure_count + p.failures, last_run_at = greatest(last_run_at, p.last)
        from (
          select workspace_id, wire_id, count(*) as runs, count(*) filter (where state = 'failed') as failures, max(finished_at) as last
          from picked group by 1, 2
        ) p where w.workspace_id = p.workspace_id and w.id = p.wire_id
      )
      select count(*) as runs from picked`.execute(tx);
    return rows[0]?.runs === BATCH;
  });
}
