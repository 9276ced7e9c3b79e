import { defineEvent } from '@cubit/core';
import { Type } from 'typebox';

const EXAMPLE_ID = '0190a6e2-7c1d-7b3a-9f00-000000000001';

const text = (description: string) => Type.String({ description });
const nullableText = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });

/** What every event of an integration tells of where it came from. */
export const source = {
  integrationId: Type.String({ format: 'uuid', description: 'The integration that was hit.' }),
  integrationName: Type.String(),
};
export const exampleSource = { integrationId: EXAMPLE_ID, integrationName: 'Firmware repository' };

export const inboundReceived = defineEvent({
  name: 'integrations.inbound.received',
  title: 'Webhook received',
  description:
    'Another system sent something to an integration. Comes for every delivery that is accepted, also where an event of its own tells more.',
  payload: Type.Object({
    ...source,
    connector: text('Id of the connector.'),
    type: nullableText('What the sender calls it: `issues.opened`, `orders/create`. Null where it has no name.'),
    deliveryId: nullableText('What the sender names the delivery by.'),
    body: Type.Unknown({ description: 'The body as it came.' }),
  }),
  example: { ...exampleSource, connector: 'webhook', type: null, deliveryId: null, body: { temperature: 71 } },
});

export const tokenRevoked = defineEvent({
  name: 'integrations.inbound_token.revoked',
  title: 'Webhook URL revoked',
  description: 'The URL of an integration answers `410` from now on.',
  payload: Type.Object({
    ...source,
    connector: text('Id of the connector.'),
    reason: Type.Unsafe<'revoked' | 'rotated' | 'deleted'>({
      type: 'string',
      enum: ['revoked', 'rotated', 'deleted'],
      description: '`rotated`: another URL took its place.',
    }),
  }),
  example: { ...exampleSource, connector: 'github', reason: 'revoked' },
});
