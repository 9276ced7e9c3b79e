import { sql } from 'kysely';
import type { IntegrationDatabase, Outcome } from '../tables/schema.js';

const REASON_LENGTH = 500;

export interface HitRecord {
  readonly workspaceId: string;
  readonly integrationId: string;
  readonly id: string;
  readonly at: Date;
  readonly address: string;
  readonly outcome: Outcome;
  readonly reason?: string | null;
  readonly deliveryId?: string | null;
  readonly eventId?: string | null;
}

/** Inserts a hit and updates the counters of its integration, in one statement. */
export async function recordHit(db: IntegrationDatabase, hit: HitRecord): Promise<void> {
  const { workspaceId, integrationId, id, at, address, outcome, reason, deliveryId, eventId } = hit;
  await sql`with noted as (
      insert into integration_hit (workspace_id, integration_id, id, at, address, outcome, reason, delivery_id, event_id)
      values (${workspaceId}, ${integrationId}, ${id}, ${at}, ${address}, ${outcome}, ${reason?.slice(0, REASON_LENGTH) ?? null},
        ${deliveryId ?? null}, ${eventId ?? null})
    )
    update integration set hit_count = hit_count + 1, rejected_count = rejected_count + ${outcome === 'rejected' ? 1 : 0}::int,
      last_hit_at = greatest(last_hit_at, ${at}::timestamptz)
    where workspace_id = ${workspaceId} and id = ${integrationId}`.execute(db);
}
