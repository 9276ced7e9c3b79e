import { defineEvent } from '@cubit/core';
import { Type } from 'typebox';

const EXAMPLE_ID = '0190a6e2-7c1d-7b3a-9f00-000000000001';

const text = (description: string) => Type.String({ description });
const nullableText = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });

/** Payload members of every event of an integration. */
export const source = {
  integrationId: Type.String({ format: 'uuid', description: 'The integration that received the request.' }),
  integrationName: Type.String(),
};
export const exampleSource = { integrationId: EXAMPLE_ID, integrationName: 'Firmware repository' };

export const inboundReceived = defineEvent({
  name: 'integrations.inbound.received',
  title: 'Webhook received',
  description:
    'An integration accepted a request of another system. Emitted for every accepted request, even if a specific event follows.',
  payload: Type.Object({
    ...source,
    connector: text('Id of the connector.'),
    type: nullableText('Event type of the sender, such as `issues.opened` or `orders/create`. Null if there is none.'),
    deliveryId: nullableText('Delivery id of the sender.'),
    body: Type.Unknown({ description: 'The body of the request.' }),
  }),
  example: { ...exampleSource, connector: 'webhook', type: null, deliveryId: null, body: { temperature: 71 } },
});

export const tokenRevoked = defineEvent({
  name: 'integrations.inbound_token.revoked',
  title: 'Webhook URL revoked',
  description: 'The URL of an integration was revoked and returns `410`.',
  payload: Type.Object({
    ...source,
    connector: text('Id of the connector.'),
    reason: Type.Unsafe<'revoked' | 'rotated' | 'deleted'>({
      type: 'string',
      enum: ['revoked', 'rotated', 'deleted'],
      description: '`rotated`: a new URL replaced it.',
    }),
  }),
  example: { ...exampleSource, connector: 'github', reason: 'revoked' },
});
