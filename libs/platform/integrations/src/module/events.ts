import { defineEvent } from '@cubit/core';
import { Type } from 'typebox';
import { nullableText, text } from '../connectors/event-fields.js';

const EXAMPLE_ID = '0190a6e2-7c1d-7b3a-9f00-000000000001';

/** Payload members of every event of an integration. */
export const source = {
  integrationId: Type.String({
    format: 'uuid',
    title: 'Integration',
    description: 'Id of the integration that received the request.',
  }),
  integrationName: text('Integration name', 'Name of the integration in the settings.'),
};
const connector = text('Connector', 'Id of the connector, such as `github`.');
export const exampleSource = { integrationId: EXAMPLE_ID, integrationName: 'Firmware repository' };

export const inboundReceived = defineEvent({
  name: 'integrations.inbound.received',
  title: 'Webhook received',
  description:
    'An integration accepted a request of another system. Emitted for every accepted request, even if a specific event follows.',
  payload: Type.Object({
    ...source,
    connector,
    type: nullableText(
      'Event type',
      'Event type of the sender, such as `issues.opened` or `orders/create`. Null if there is none.',
    ),
    deliveryId: nullableText('Delivery', 'Delivery id of the sender. Null if there is none.'),
    body: Type.Unknown({
      title: 'Body',
      description: 'The body of the request as JSON; the fields of a form become members.',
    }),
  }),
  example: { ...exampleSource, connector: 'webhook', type: null, deliveryId: null, body: { temperature: 71 } },
});

export const tokenRevoked = defineEvent({
  name: 'integrations.inbound_token.revoked',
  title: 'Webhook URL revoked',
  description: 'The URL of an integration was revoked and returns `410`.',
  payload: Type.Object({
    ...source,
    connector,
    reason: Type.Unsafe<'revoked' | 'rotated' | 'deleted'>({
      type: 'string',
      enum: ['revoked', 'rotated', 'deleted'],
      title: 'Reason',
      description: '`revoked`: by a member. `rotated`: a new URL replaced it. `deleted`: with the integration.',
    }),
  }),
  example: { ...exampleSource, connector: 'github', reason: 'revoked' },
});
