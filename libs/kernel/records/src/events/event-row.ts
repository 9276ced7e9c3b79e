import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DatabaseSchema } from '@cubit/database';
import type { Actor, Cause } from '@cubit/core/host';

/** An event as clients see it, and its position. */
export interface SequencedEvent {
  readonly position: number;
  readonly id: string;
  readonly name: string;
  readonly org_id: string;
  readonly occurred_at: string;
  readonly actor: Actor;
  readonly cause: Cause | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

interface EventRow extends Omit<SequencedEvent, 'occurred_at'> {
  readonly occurred_at: Date;
}

/** Events that have their position: `s` is the position, `e` the event. */
export const SEQUENCED_EVENTS = sql`event_sequenced s join event e on e.workspace_id = s.workspace_id and e.id = s.id`;

/** `condition` is on `s` and `e`; see `SEQUENCED_EVENTS`. */
export async function readEvents(
  db: Kysely<DatabaseSchema>,
  condition: RawBuilder<unknown>,
  { descending = false, limit }: { readonly descending?: boolean; readonly limit: number },
): Promise<readonly SequencedEvent[]> {
  const { rows } =
    await sql<EventRow>`select s.position, e.id, e.name, e.workspace_id as org_id, e.occurred_at, e.actor, e.cause, e.payload
    from ${SEQUENCED_EVENTS} where ${condition} order by s.position ${descending ? sql`desc` : sql`asc`} limit ${limit}`.execute(
      db,
    );
  return rows.map((row) => ({ ...row, occurred_at: row.occurred_at.toISOString() }));
}

/** The body for clients: the position is internal. */
export function eventBody({ position: _, ...event }: SequencedEvent): Omit<SequencedEvent, 'position'> {
  return event;
}
