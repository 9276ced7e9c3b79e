import { sql, type Kysely, type Transaction as KyselyTransaction } from 'kysely';
import type { DatabaseSchema } from '../database/schema.js';

/** Any constant, the same for every process. */
const SEQUENCE_LOCK = 0x63_75_62_65;
const BATCH = 1_000;
export const EVENTS_CHANNEL = 'cubit_events';

/** Writes what follows from newly placed events, in the transaction that places them. */
export type OnPlaced = (
  db: KyselyTransaction<DatabaseSchema>,
  range: { readonly from: number; readonly to: number },
) => Promise<void>;

/**
 * Gives committed events their place in the order of commits: an event whose transaction committed late gets a later place than
 * one already read, so that no reader ever skips it. One at a time over all processes. Returns how many were placed.
 */
export async function sequenceEvents(db: Kysely<DatabaseSchema>, onPlaced: OnPlaced): Promise<number> {
  let placed = 0;
  for (;;) {
    const batch = await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(SEQUENCE_LOCK)})`.execute(tx);
      const { rows } = await sql<{ position: number }>`update event e set position = placed.position
        from (select workspace_id, id, nextval('event_position') as position
              from (select workspace_id, id from event where position is null order by id limit ${sql.lit(BATCH)}) pending) placed
        where e.workspace_id = placed.workspace_id and e.id = placed.id returning e.position`.execute(tx);
      if (rows.length === 0) return 0;
      const places = rows.map((row) => row.position);
      await onPlaced(tx, { from: Math.min(...places), to: Math.max(...places) });
      await sql`select pg_notify(${sql.lit(EVENTS_CHANNEL)}, '')`.execute(tx);
      return rows.length;
    });
    placed += batch;
    if (batch < BATCH) return placed;
  }
}

/** Whether any committed event has no place yet: a look at an index that is all but empty. */
export async function hasUnplaced(db: Kysely<DatabaseSchema>): Promise<boolean> {
  const { rows } = await sql`select 1 from event where position is null limit 1`.execute(db);
  return rows.length > 0;
}
