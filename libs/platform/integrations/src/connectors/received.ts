import type { Announcement, HitIntegration, InboundHit } from '@cubit/core';
import { inboundReceived } from '../module/events.js';

/** Where an event came from, for its payload. */
export function sourceOf({ id, name }: Pick<HitIntegration, 'id' | 'name'>) {
  return { integrationId: id, integrationName: name };
}

interface Received {
  readonly connector: string;
  readonly type?: string | null | undefined;
  readonly deliveryId?: string | null | undefined;
}

/** The event that every accepted delivery makes, first of all. */
export function received(
  { integration, payload }: Pick<InboundHit, 'integration' | 'payload'>,
  { connector, type, deliveryId }: Received,
): Announcement<typeof inboundReceived> {
  return {
    event: inboundReceived,
    payload: {
      ...sourceOf(integration),
      connector,
      type: type ?? null,
      deliveryId: deliveryId ?? null,
      body: payload,
    },
  };
}
