import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { CapabilityHost } from '@cubit/runtime';

const POLL_MS = 5;
const MAX_POLLS = 200;

/**
 * Waits until the events that are already committed are sequenced. Otherwise a new or changed wire would react to events from before the
 * change. Bounded: a busy workspace always has events that are not sequenced yet.
 */
export async function awaitEarlierEvents(
  { services, wakeDispatcher }: CapabilityHost,
  workspaceId: string,
): Promise<void> {
  const { rows: open } = await sql<{
    id: string;
  }>`select id from event_unsequenced where workspace_id = ${workspaceId}`.execute(services.database.db);
  if (open.length === 0) return;
  const ids = open.map(({ id }) => id);
  wakeDispatcher();
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    await delay(POLL_MS);
    const { rows } = await sql`select from event_unsequenced
      where workspace_id = ${workspaceId} and id = any(${ids}::uuid[]) limit 1`.execute(services.database.db);
    if (rows.length === 0) return;
  }
}
