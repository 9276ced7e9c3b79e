import type { EventDefinition, InboundRequest } from '@cubit/core';
import type { HitIntegration, RegisteredConnector } from '@cubit/core/host';
import type { WorkspaceTransaction } from '@cubit/records';
import { sourceOf } from '../connectors/source-of.js';
import { inboundReceived } from '../module/events.js';

interface AcceptedRequest {
  readonly connector: Pick<RegisteredConnector, 'id'>;
  readonly integration: HitIntegration;
  readonly delivery: InboundRequest<EventDefinition, unknown>;
}

/** Emits `integrations.inbound.received` for an accepted request. Returns the id of the event. */
export function emitReceived(
  transaction: WorkspaceTransaction,
  { connector, integration, delivery }: AcceptedRequest,
): string | null {
  const { deliveryId, type = null, body } = delivery;
  transaction
    .contextOf('integrations', null)
    .emit(inboundReceived, { ...sourceOf(integration), connector: connector.id, type, deliveryId, body });
  return transaction.outbox.emitted.findLast(({ name }) => name === inboundReceived.name)?.id ?? null;
}
