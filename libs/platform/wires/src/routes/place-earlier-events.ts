import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { CapabilityHost } from '@cubit/core';

const LOOK_MS = 5;
const LOOKS = 200;

/**
 * Lets what happened before a wire is made or changed meet the wires as they were: events are placed a moment after they were committed, and
 * a new wire would else react to what came before it. Bounded: a busy workspace always has something unplaced.
 */
export async function placeEarlierEvents(
  { services, wakeDispatcher }: CapabilityHost,
  workspaceId: string,
): Promise<void> {
  const { rows: open } = await sql<{
    id: string;
  }>`select id from event where workspace_id = ${workspaceId} and position is null`.execute(services.database.db);
  if (open.length === 0) return;
  const ids = open.map(({ id }) => id);
  wakeDispatcher();
  for (let look = 0; look < LOOKS; look += 1) {
    await delay(LOOK_MS);
    const { rows } = await sql`select from event
      where workspace_id = ${workspaceId} and id = any(${ids}::uuid[]) and position is null limit 1`.execute(
      services.database.db,
    );
    if (rows.length === 0) return;
  }
}
