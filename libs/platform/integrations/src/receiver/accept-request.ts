import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type EventDefinition, errorOf, type InboundRequest } from '@cubit/core';
import type { CapabilityHost } from '@cubit/runtime';
import type { HitIntegration, RegisteredConnector } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import { integrationsIn, type IntegrationDatabase } from '../tables/schema.js';
import type { InboundTarget } from './inbound-target.js';
import { emitReceived } from './emit-received.js';
import { recordHit } from './record-hit.js';

const DELIVERY_ID_LENGTH = 200;

interface VerifiedRequest {
  readonly target: InboundTarget;
  readonly connector: RegisteredConnector;
  readonly integration: HitIntegration;
  /** Includes the body for the event. */
  readonly delivery: InboundRequest<EventDefinition, unknown>;
  readonly address: string;
}

/** Outcome of a verified request. */
export interface RequestOutcome {
  readonly outcome: 'accepted' | 'duplicate' | 'ignored';
  readonly eventId: string | null;
  readonly reason: string | null;
}

/**
 * Processes a verified request: its delivery id, its events, the writes of the connector's module, the hit and the counters commit together.
 * The integration is locked first, so its requests are processed one at a time, and none is accepted after its URL is revoked.
 */
export async function acceptRequest(
  host: CapabilityHost,
  tx: Transaction,
  { target, connector, integration, delivery, address }: VerifiedRequest,
): Promise<RequestOutcome> {
  const db = integrationsIn(tx.db);
  const { workspaceId, id: integrationId } = target;
  const { repeatKey = delivery.deliveryId } = delivery;
  const deliveryId = repeatKey === null ? null : toDeliveryKey(repeatKey);
  const seen = await lockAndCheck(db, target, deliveryId);
  if (!seen.live) throw urlRevoked();
  const common = { workspaceId, integrationId, id: host.services.newId(), at: tx.now, address, deliveryId };
  if (seen.known) {
    const reason = 'The delivery was accepted before.';
    await recordHit(db, { ...common, outcome: 'duplicate', reason, eventId: seen.event_id });
    return { outcome: 'duplicate', eventId: seen.event_id, reason };
  }
  const { slug, workspaceName: name, schemaVersion } = target;
  const transaction = host.enter({
    tx,
    workspace: await host.services.workspaces.systemAccess(tx.db, { id: workspaceId, slug, name, schemaVersion }),
    actor: { type: 'system', id: null, via: { type: 'integration', id: integrationId } },
  });
  const context = transaction.contextOf(connector.module, null);
  const received =
    delivery.signal === undefined
      ? undefined
      : await connector.definition.receive?.(context, delivery.signal, integration);
  const ignored = received && 'ignored' in received ? received : undefined;
  const eventId = ignored ? null : emitReceived(transaction, { connector, integration, delivery });
  if (!ignored) for (const { event, payload } of delivery.events ?? []) context.emit(event, payload);
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
  const reason = ignored?.ignored ?? (received && 'remark' in received ? received.remark : null);
  await recordHit(db, { ...common, outcome, reason, eventId });
  return { outcome, eventId, reason };
}

export function urlRevoked() {
  return errorOf('gone', 'This URL was revoked.');
}

/**
 * Locks the integration until the transaction ends, then reads its state: a request that waited for the lock sees the changes of the others.
 */
async function lockAndCheck(
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

/** Hashes a long delivery id, because the length of a table key is limited. */
function toDeliveryKey(deliveryId: string): string {
  if (deliveryId.length <= DELIVERY_ID_LENGTH) return deliveryId;
  return `sha256:${createHash('sha256').update(deliveryId).digest('hex')}`;
}
