import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { WireDatabase } from '../tables/schema.js';

const FIRST_LOOK_MS = 10;
const LONGEST_LOOK_MS = 100;

export interface Effects {
  readonly workspaceId: string;
  /** Events that a request made. */
  readonly eventIds: readonly string[];
  readonly timeoutMs: number;
}

/** Waits until everything that follows from the events has run, runs that follow from runs included, or the time is up. */
export async function awaitEffects(db: WireDatabase, { workspaceId, eventIds, timeoutMs }: Effects): Promise<void> {
  const end = performance.now() + timeoutMs;
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 2, LONGEST_LOOK_MS)) {
    if (await isSettled(db, workspaceId, eventIds)) return;
    const left = end - performance.now();
    if (left <= 0) return;
    await delay(Math.min(pause, left));
  }
}

/**
 * One look, so that nothing slips between: an event is placed together with its runs, and a run ends together with the events that it
 * makes. Runs that are held wait for somebody, so nobody waits for them.
 */
async function isSettled(db: WireDatabase, workspaceId: string, eventIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`select
    exists (select from event where workspace_id = ${workspaceId} and id = any(${eventIds}::uuid[]) and position is null)
    or exists (
      select from wire_run where workspace_id = ${workspaceId} and root_event_id = any(${eventIds}::uuid[]) and state = 'pending' and held is null
    )
    or exists (
      select from event e join wire_run r on r.workspace_id = e.workspace_id and r.id = (e.cause->>'run_id')::uuid
      where e.workspace_id = ${workspaceId} and e.position is null and r.root_event_id = any(${eventIds}::uuid[])
    ) as open`.execute(db);
  return rows[0]?.open !== true;
}
