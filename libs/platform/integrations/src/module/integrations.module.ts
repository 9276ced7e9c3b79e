import { defineModule } from '@cubit/core';
import { githubEvents } from '../connectors/github/github-events.js';
import { github } from '../connectors/github/github.connector.js';
import { gitlabEvents } from '../connectors/gitlab/gitlab-events.js';
import { gitlab } from '../connectors/gitlab/gitlab.connector.js';
import { shopifyEvents } from '../connectors/shopify/shopify-events.js';
import { shopify } from '../connectors/shopify/shopify.connector.js';
import { slackEvents } from '../connectors/slack/slack-events.js';
import { slack } from '../connectors/slack/slack.connector.js';
import { standardWebhooks } from '../connectors/standard-webhooks.connector.js';
import { stripeEvents } from '../connectors/stripe/stripe-events.js';
import { stripe } from '../connectors/stripe/stripe.connector.js';
import { webhook } from '../connectors/webhook.connector.js';
import { inboundReceived, tokenRevoked } from './events.js';

/** The built-in connectors and the events of inbound requests. */
export const integrations = defineModule({
  name: 'integrations',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'Integrations',
  description: 'Converts webhooks of other systems to events that wires can react to.',
  always: true,
  events: [
    inboundReceived,
    tokenRevoked,
    ...githubEvents,
    ...gitlabEvents,
    ...shopifyEvents,
    ...stripeEvents,
    ...slackEvents,
  ],
  connectors: [webhook, standardWebhooks, github, gitlab, shopify, stripe, slack],
});
