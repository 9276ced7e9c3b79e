import { defineConnector, hmacSha256, signatureMatches } from '@cubit/core';
import { Type } from 'typebox';
import { shopifyEvents } from './shopify-events.js';
import { translateShopify } from './translate-shopify.js';

/** https://shopify.dev/docs/apps/build/webhooks/subscribe/https */
export const shopify = defineConnector({
  id: 'shopify',
  title: 'Shopify',
  description:
    'In the settings of the shop, under Notifications, Webhooks: create a JSON webhook with the URL, then enter the signing key that Shopify ' +
    'shows as the secret here. For an app, use the client secret.',
  config: Type.Object({}),
  events: [...shopifyEvents],
  verify({ rawBody, headers, secret }) {
    const given = headers['x-shopify-hmac-sha256'];
    if (given === undefined) return 'The header X-Shopify-Hmac-SHA256 is missing.';
    const good = secret !== null && signatureMatches(hmacSha256(secret, rawBody), given, 'base64');
    return good || 'The header X-Shopify-Hmac-SHA256 does not fit the body and the secret.';
  },
  translate(hit) {
    const { headers } = hit;
    if (headers['x-shopify-test'] === 'true') return { ignored: 'Test notification of Shopify.' };
    const type = headers['x-shopify-topic'] ?? '';
    const deliveryId = headers['x-shopify-event-id'] ?? headers['x-shopify-webhook-id'] ?? null;
    const event = translateShopify(type, hit);
    return {
      deliveryId,
      // Shopify may send one event under several topics.
      repeatKey: deliveryId === null ? null : `${type}:${deliveryId}`,
      type,
      events: event ? [event] : [],
    };
  },
});
