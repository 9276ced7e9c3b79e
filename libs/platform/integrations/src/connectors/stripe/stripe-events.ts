import { defineEvent } from '@cubit/core';
import { Type } from 'typebox';
import { exampleSource, source } from '../../module/events.js';
import { count, flag, nullableText, text } from '../event-fields.js';

const payment = Type.Object({
  ...source,
  paymentId: text('Id of the payment intent at Stripe.'),
  amount: count('In the smallest unit of the currency: cents.'),
  currency: text('ISO 4217 code, in lower case as Stripe writes it.'),
  customer: nullableText('Id of the customer at Stripe.'),
  description: nullableText('As it was entered at Stripe.'),
  live: flag('Real money: false for Stripe’s test mode.'),
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
  payload: payment,
  example,
});

export const paymentFailed = defineEvent({
  name: 'integrations.stripe.payment_failed',
  title: 'Stripe: payment failed',
  payload: payment,
  example,
});

export const stripeEvents = [paymentSucceeded, paymentFailed] as const;
