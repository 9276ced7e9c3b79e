import { defineConnector, hmacSha256, signatureMatches } from '@cubit/core';
import { Type } from 'typebox';
import { inboundReceived } from '../../module/events.js';
import { received } from '../received.js';
import { shopifyEvents } from './shopify-events.js';
import { translateShopify } from './translate-shopify.js';

/** https://shopify.dev/docs/apps/build/webhooks/subscribe/https */
export const shopify = defineConnector({
  id: 'shopify',
  title: 'Shopify',
  description:
    'In the settings of the shop, under Notifications, Webhooks: make one in JSON with the URL, then enter the key that Shopify signs with as the ' +
    'secret. For an app it is the client secret.',
  config: Type.Object({}),
  events: [inboundReceived, ...shopifyEvents],
  verify({ rawBody, headers, secret }) {
    const given = headers['x-shopify-hmac-sha256'];
    if (given === undefined) return 'The header X-Shopify-Hmac-SHA256 is missing.';
    const good = secret !== null && signatureMatches(hmacSha256(secret, rawBody), given, 'base64');
    return good || 'The header X-Shopify-Hmac-SHA256 does not fit the body and the secret.';
  },
  translate(hit) {
    const { headers } = hit;
    if (headers['x-shopify-test'] === 'true') return { ignored: 'It is a test notification of Shopify.' };
    const type = headers['x-shopify-topic'] ?? '';
    const deliveryId = headers['x-shopify-event-id'] ?? headers['x-shopify-webhook-id'];
    const more = translateShopify(type, hit);
    return {
      // One happening may be told under several topics.
      deliveryId: deliveryId === undefined ? null : `${type}:${deliveryId}`,
      events: [received(hit, { connector: 'shopify', type, deliveryId }), ...(more ? [more] : [])],
    };
  },
});
