import { sql, type Kysely, type Transaction as KyselyTransaction } from 'kysely';
import { type DatabaseSchema, sessionIn } from '@cubit/database';

/** An arbitrary constant, the same for every process. */
const SEQUENCE_LOCK = 0x63_75_62_65;
const BATCH = 1_000;
export const EVENTS_CHANNEL = 'cubit_events';

/** Writes the consequences of newly sequenced events, in the transaction that sequences them. */
export type OnSequenced = (
  db: KyselyTransaction<DatabaseSchema>,
  range: { readonly from: number; readonly to: number; readonly names: ReadonlySet<string> },
) => Promise<void>;

/**
 * Gives committed events their position in the order of commits: an event whose transaction commits late gets a later position than
 * one already read, so that no reader skips it. One process at a time. Returns the number of sequenced events.
 */
export async function sequenceEvents(db: Kysely<DatabaseSchema>, onSequenced: OnSequenced): Promise<number> {
  let placed = 0;
  for (;;) {
    const batch = await db.transaction().execute(async (tx) => {
      const session = await sessionIn(tx);
      const defer = (text: string) => session.defer({ text, values: [] });
      defer(`select pg_advisory_xact_lock(${SEQUENCE_LOCK})`);
      const { rows } = await sql<{ position: number; name: string }>`with taken as (
          delete from event_unsequenced where id = any(array(select id from event_unsequenced order by id limit ${sql.lit(BATCH)}))
          returning workspace_id, id, name
        ) insert into event_sequenced (position, workspace_id, id, name)
        select nextval('event_position'), workspace_id, id, name from (select * from taken order by id) pending returning position, name`.execute(
        tx,
      );
      if (rows.length === 0) return 0;
      const places = rows.map((row) => row.position);
      const names = new Set(rows.map((row) => row.name));
      await onSequenced(tx, { from: Math.min(...places), to: Math.max(...places), names });
      defer(`select pg_notify('${EVENTS_CHANNEL}', '')`);
      return rows.length;
    });
    placed += batch;
    if (batch < BATCH) return placed;
  }
}

/** Whether any committed event has no position yet. Cheap: the table is almost empty. */
export async function hasUnsequenced(db: Kysely<DatabaseSchema>): Promise<boolean> {
  const { rows } = await sql`select 1 from event_unsequenced limit 1`.execute(db);
  return rows.length > 0;
}
