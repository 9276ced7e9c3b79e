import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import {
  fail,
  type CapabilityHost,
  type Delivery,
  type EventDefinition,
  type HitIntegration,
  type RegisteredConnector,
  type Transaction,
} from '@cubit/core';
import { integrationsIn, type IntegrationDatabase } from '../tables/schema.js';
import type { InboundTarget } from './inbound-target.js';
import { noteHit } from './note-hit.js';

const DELIVERY_ID_LENGTH = 200;

interface TakenDelivery {
  readonly target: InboundTarget;
  readonly connector: RegisteredConnector;
  readonly integration: HitIntegration;
  readonly delivery: Delivery<EventDefinition, unknown>;
  readonly address: string;
}

/** What became of a delivery. */
export interface DeliveryOutcome {
  readonly outcome: 'accepted' | 'duplicate' | 'ignored';
  readonly eventId: string | null;
  readonly reason: string | null;
}

/**
 * Takes a verified delivery: its id, its events, what the connector's module does with it, the hit and the counters commit together. The
 * integration is locked from the start, so that its hits come one after the other, and none is taken once it is revoked.
 */
export async function takeDelivery(
  host: CapabilityHost,
  tx: Transaction,
  { target, connector, integration, delivery, address }: TakenDelivery,
): Promise<DeliveryOutcome> {
  const db = integrationsIn(tx.db);
  const { workspaceId, id: integrationId } = target;
  const deliveryId = delivery.deliveryId === null ? null : shortened(delivery.deliveryId);
  const seen = await lockAndLook(db, target, deliveryId);
  if (!seen.live) throw goneUrl();
  const common = { workspaceId, integrationId, id: host.services.newId(), at: tx.now, address, deliveryId };
  if (seen.known) {
    const reason = 'The delivery was taken before.';
    await noteHit(db, { ...common, outcome: 'duplicate', reason, eventId: seen.event_id });
    return { outcome: 'duplicate', eventId: seen.event_id, reason };
  }
  const { slug, workspaceName: name, schemaVersion } = target;
  const transaction = host.enter({
    tx,
    workspace: await host.services.workspaces.systemAccess(tx.db, { id: workspaceId, slug, name, schemaVersion }),
    actor: { type: 'system', id: null, via: { type: 'integration', id: integrationId } },
  });
  const context = transaction.contextOf(connector.module, null);
  for (const { event, payload } of delivery.events ?? []) context.emit(event, payload);
  const ignored =
    delivery.signal === undefined
      ? undefined
      : await connector.definition.receive?.(context, delivery.signal, integration);
  const eventId = transaction.outbox.emitted[0]?.id ?? null;
  if (deliveryId !== null)
    await db
      .insertInto('integration_delivery')
      .values({
        workspace_id: workspaceId,
        integration_id: integrationId,
        delivery_id: deliveryId,
        event_id: eventId,
        at: tx.now,
      })
      .execute();
  const outcome = ignored ? 'ignored' : 'accepted';
  const reason = ignored?.ignored ?? null;
  await noteHit(db, { ...common, outcome, reason, eventId });
  return { outcome, eventId, reason };
}

export function goneUrl() {
  return fail('gone', 'This URL was revoked.');
}

/**
 * Holds the integration until the transaction ends, and only then looks: a hit that waited for another one, or for an administrator, sees
 * what they did.
 */
async function lockAndLook(
  db: IntegrationDatabase,
  { workspaceId, id, tokenHash }: InboundTarget,
  deliveryId: string | null,
): Promise<{ readonly live: boolean; readonly known: boolean; readonly event_id: string | null }> {
  await sql`select from integration where workspace_id = ${workspaceId} and id = ${id} for update`.execute(db);
  const { rows } = await sql<{ live: boolean; known: boolean; event_id: string | null }>`
    select exists (select from integration_token where token_hash = ${tokenHash} and revoked_at is null) as live,
      d.delivery_id is not null as known, d.event_id
    from (values (1)) one
    left join integration_delivery d
      on d.workspace_id = ${workspaceId} and d.integration_id = ${id} and d.delivery_id = ${deliveryId}`.execute(db);
  return rows[0] ?? { live: false, known: false, event_id: null };
}

/** What a sender names a delivery by can be of any length; the key of a table cannot. */
function shortened(deliveryId: string): string {
  if (deliveryId.length <= DELIVERY_ID_LENGTH) return deliveryId;
  return `sha256:${createHash('sha256').update(deliveryId).digest('hex')}`;
}
