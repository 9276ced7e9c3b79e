import { type EmittedEvent, type InboundHit, readPayload } from '@cubit/core';
import { Type } from 'typebox';
import { optionalCount, optionalText } from '../payload-fields.js';
import { sourceOf } from '../source-of.js';
import { inventoryLevelUpdated, orderCreated, productUpdated, type shopifyEvents } from './shopify-events.js';

/** The parts of Shopify payloads that the connector reads. https://shopify.dev/docs/api/webhooks */
/** Numeric ids exceed the exact range of JSON numbers, so the connector reads the GraphQL ids, which are strings. */
const gid = Type.String({ pattern: '^gid://shopify/' });

const OrderPayload = Type.Object({
  admin_graphql_api_id: gid,
  name: optionalText,
  total_price: optionalText,
  currency: optionalText,
  email: optionalText,
  order_status_url: optionalText,
  line_items: Type.Optional(
    Type.Array(Type.Object({ sku: optionalText, title: optionalText, quantity: optionalCount })),
  ),
});
const ProductPayload = Type.Object({ admin_graphql_api_id: gid, title: optionalText, status: optionalText });
const LevelPayload = Type.Object({
  admin_graphql_api_id: gid,
  available: optionalCount,
});

export type ShopifyAnnouncement = EmittedEvent<(typeof shopifyEvents)[number]>;
type Hit = Pick<InboundHit, 'integration' | 'payload' | 'headers'>;

const TRANSLATIONS: Readonly<Record<string, (hit: Hit) => ShopifyAnnouncement>> = {
  'orders/create': (hit) => {
    const order = readPayload(OrderPayload, hit.payload);
    const items = (order.line_items ?? []).map(({ sku, title, quantity }) => ({
      sku: sku ?? null,
      title: title ?? null,
      quantity: quantity ?? null,
    }));
    return {
      event: orderCreated,
      payload: {
        ...aboutOf(hit),
        orderId: idOf(order.admin_graphql_api_id),
        name: order.name ?? null,
        total: order.total_price ?? null,
        currency: order.currency ?? null,
        email: order.email ?? null,
        items,
        url: order.order_status_url ?? null,
      },
    };
  },
  'products/update': (hit) => {
    const { admin_graphql_api_id, title, status } = readPayload(ProductPayload, hit.payload);
    const productId = idOf(admin_graphql_api_id);
    return {
      event: productUpdated,
      payload: { ...aboutOf(hit), productId, title: title ?? null, status: status ?? null },
    };
  },
  'inventory_levels/update': (hit) => {
    const { admin_graphql_api_id, available } = readPayload(LevelPayload, hit.payload);
    // gid://shopify/InventoryLevel/<location>?inventory_item_id=<item>
    const [level = '', query] = admin_graphql_api_id.split('?', 2);
    const inventoryItemId = new URLSearchParams(query).get('inventory_item_id') ?? '';
    return {
      event: inventoryLevelUpdated,
      payload: { ...aboutOf(hit), inventoryItemId, locationId: idOf(level), available: available ?? null },
    };
  },
};

/** The specific event of a request; null if there is none for its topic. */
export function translateShopify(topic: string, hit: Hit): ShopifyAnnouncement | null {
  return Object.hasOwn(TRANSLATIONS, topic) ? (TRANSLATIONS[topic]?.(hit) ?? null) : null;
}

function aboutOf({ integration, headers }: Hit) {
  return { ...sourceOf(integration), shop: headers['x-shopify-shop-domain'] ?? null };
}

function idOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
