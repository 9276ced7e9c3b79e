import {
  type EmittedEvent,
  defineConnector,
  hmacSha256,
  type InboundHit,
  isRecent,
  readPayload,
  signatureMatches,
} from '@cubit/core';
import { Type } from 'typebox';
import { optionalFlag, optionalText } from '../payload-fields.js';
import { sourceOf } from '../source-of.js';
import { paymentFailed, paymentSucceeded, stripeEvents } from './stripe-events.js';

const StripeEvent = Type.Object({ id: Type.String(), type: Type.String() });
/** https://docs.stripe.com/api/payment_intents/object */
const PaymentEvent = Type.Object({
  livemode: optionalFlag,
  data: Type.Object({
    object: Type.Object({
      id: Type.String(),
      amount: Type.Integer(),
      currency: Type.String(),
      customer: optionalText,
      description: optionalText,
    }),
  }),
});

/** https://docs.stripe.com/webhooks#verify-manually */
export const stripe = defineConnector({
  id: 'stripe',
  title: 'Stripe',
  description:
    'In the dashboard, under Webhooks: add an endpoint with the URL, then enter the signing secret (`whsec_…`) that Stripe shows as the secret here.',
  config: Type.Object({}),
  events: [...stripeEvents],
  verify({ rawBody, headers, secret, now }) {
    const header = headers['stripe-signature'];
    if (header === undefined) return 'The header Stripe-Signature is missing.';
    const entries = header.split(',').map((entry) => entry.trim().split('=', 2));
    const timestamp = entries.find(([name]) => name === 't')?.[1];
    if (!isRecent(timestamp, now)) return 'The timestamp is more than 5 minutes from now.';
    const expected = hmacSha256(secret ?? '', `${timestamp ?? ''}.`, rawBody);
    // There are several signatures while the secret is rotated. `v0` is for test events and is not verified.
    const good =
      secret !== null && entries.some(([name, signature]) => name === 'v1' && signatureMatches(expected, signature));
    return good || 'No v1 signature fits the body and the secret.';
  },
  translate(hit) {
    const { id, type } = readPayload(StripeEvent, hit.payload);
    const event = paymentOf(type, hit);
    return { deliveryId: id, type, events: event ? [event] : [] };
  },
});

const PAYMENTS = {
  'payment_intent.succeeded': paymentSucceeded,
  'payment_intent.payment_failed': paymentFailed,
} as const;

function paymentOf(
  type: string,
  { integration, payload }: Pick<InboundHit, 'integration' | 'payload'>,
): EmittedEvent<(typeof stripeEvents)[number]> | null {
  if (!Object.hasOwn(PAYMENTS, type)) return null;
  const { livemode: live, data } = readPayload(PaymentEvent, payload);
  const { id: paymentId, amount, currency, customer, description } = data.object;
  return {
    event: PAYMENTS[type as keyof typeof PAYMENTS],
    payload: {
      ...sourceOf(integration),
      paymentId,
      amount,
      currency,
      customer: customer ?? null,
      description: description ?? null,
      live: live === true,
    },
  } as EmittedEvent<(typeof stripeEvents)[number]>;
}
