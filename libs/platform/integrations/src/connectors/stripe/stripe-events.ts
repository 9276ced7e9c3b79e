import { defineEvent } from '@cubit/core';
import { Type } from 'typebox';
import { exampleSource, source } from '../../module/events.js';
import { count, flag, nullableText, text } from '../event-fields.js';

const payment = Type.Object({
  ...source,
  paymentId: text('Payment', 'Id of the payment intent at Stripe.'),
  amount: count('Amount', 'Amount in the smallest unit of the currency, such as cents.'),
  currency: text('Currency', 'ISO 4217 code in lower case.'),
  customer: nullableText('Customer', 'Id of the customer at Stripe.'),
  description: nullableText('Description', 'Description of the payment at Stripe.'),
  live: flag('Live', 'False in the test mode of Stripe.'),
});
const example = {
  ...exampleSource,
  paymentId: 'pi_1',
  amount: 41_495,
  currency: 'eur',
  customer: null,
  description: null,
  live: true,
};

export const paymentSucceeded = defineEvent({
  name: 'integrations.stripe.payment_succeeded',
  title: 'Stripe: payment succeeded',
  description: 'A payment intent succeeded.',
  payload: payment,
  example,
});

export const paymentFailed = defineEvent({
  name: 'integrations.stripe.payment_failed',
  title: 'Stripe: payment failed',
  description: 'An attempt to pay failed. The customer can try again, so a payment can succeed later.',
  payload: payment,
  example,
});

export const stripeEvents = [paymentSucceeded, paymentFailed] as const;
