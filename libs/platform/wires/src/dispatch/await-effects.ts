import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { oneOf } from '@cubit/database';
import type { EffectPort } from '@cubit/runtime';
import type { WireDatabase } from '../tables/schema.js';

const FIRST_POLL_MS = 10;
const MAX_POLL_MS = 100;

/** Waits until all runs that the events caused have finished, including runs that other runs caused, or until the timeout. */
export function wireEffects(db: WireDatabase): EffectPort {
  return {
    async wait(workspaceId, eventIds, timeoutMs) {
      const end = performance.now() + timeoutMs;
      for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 2, MAX_POLL_MS)) {
        if (await haveFinished(db, workspaceId, eventIds)) return;
        const left = end - performance.now();
        if (left <= 0) return;
        await delay(Math.min(pause, left));
      }
    },
  };
}

/**
 * One statement, so that no run is missed: an event is sequenced in the transaction that creates its runs, and a run ends in the
 * transaction that emits its events. Paused and blocked runs do not count: they wait for a person.
 */
async function haveFinished(db: WireDatabase, workspaceId: string, eventIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`select
    exists (select from event_unsequenced where workspace_id = ${workspaceId} and ${oneOf('id', eventIds, 'uuid')})
    or exists (
      select from wire_run where workspace_id = ${workspaceId} and ${oneOf('root_event_id', eventIds, 'uuid')} and state = 'pending' and held is null
    )
    or exists (
      select from event_unsequenced n join event e on e.workspace_id = n.workspace_id and e.id = n.id
      join wire_run r on r.workspace_id = e.workspace_id and r.id = (e.cause->>'run_id')::uuid
      where n.workspace_id = ${workspaceId} and ${oneOf('r.root_event_id', eventIds, 'uuid')}
    ) as open`.execute(db);
  return rows[0]?.open !== true;
}
