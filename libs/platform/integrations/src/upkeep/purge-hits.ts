import { sql } from 'kysely';
import { DAY_MS } from '@cubit/core';
import type { IntegrationDatabase } from '../tables/schema.js';

/** Longer than senders repeat deliveries: GitHub up to 3 days, Stripe up to 30 days. */
const KEPT_DAYS = 31;
const ROWS_PER_STEP = 1_000;

/** Deletes old hits and deliveries in small steps. */
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
