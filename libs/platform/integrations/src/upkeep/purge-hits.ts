import { sql } from 'kysely';
import { DAY_MS } from '@cubit/core';
import type { IntegrationDatabase } from '../tables/schema.js';

/** Longer than any sender repeats a delivery: GitHub's can be sent again for 3 days, Stripe's for 30. */
const KEPT_DAYS = 31;
const ROWS_PER_STEP = 1_000;

/** Removes hits and deliveries that are no longer kept, in steps short enough for nobody to notice. */
export async function purgeHits(
  db: IntegrationDatabase,
  { now, stopped }: { readonly now: Date; readonly stopped: () => boolean },
): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  for (const table of ['integration_hit', 'integration_delivery'])
    for (let removed = ROWS_PER_STEP; removed === ROWS_PER_STEP && !stopped();) {
      const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid in (
        select ctid from ${sql.table(table)} where at < ${before} limit ${sql.lit(ROWS_PER_STEP)})`.execute(db);
      removed = Number(numAffectedRows ?? 0n);
    }
}
