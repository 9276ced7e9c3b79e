import { sql } from 'kysely';
import type { WireDatabase } from '../tables/schema.js';

const QUIET_MS = 3_600_000;

interface Alarm {
  readonly workspaceId: string;
  readonly wireId: string;
  readonly at: Date;
}

/** Records a failure alarm of a wire. True at most once an hour for each wire: its owner is then notified. */
export async function raiseAlarm(db: WireDatabase, { workspaceId, wireId, at }: Alarm): Promise<boolean> {
  const { rows } = await sql`insert into wire_alarm as a (workspace_id, wire_id, raised_at)
    values (${workspaceId}, ${wireId}, ${at})
    on conflict (workspace_id, wire_id) do update set raised_at = excluded.raised_at
    where a.raised_at <= ${new Date(at.getTime() - QUIET_MS)}
    returning 1`.execute(db);
  return rows.length > 0;
}
