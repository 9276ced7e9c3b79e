import type { Announcement, InboundHit } from '@cubit/core';
import { Type } from 'typebox';
import { readPayload } from '../read-payload.js';
import { sourceOf } from '../received.js';
import { inventoryLevelUpdated, orderCreated, productUpdated, type shopifyEvents } from './shopify-events.js';

/** The parts of Shopify's payloads that are read here. https://shopify.dev/docs/api/webhooks */
const nullable = Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] }));
/** Ids are integers beyond what JSON numbers hold exactly; their names as text are not. */
const gid = Type.String({ pattern: '^gid://shopify/' });

const OrderPayload = Type.Object({
  admin_graphql_api_id: gid,
  name: Type.String(),
  total_price: Type.String(),
  currency: Type.String(),
  email: nullable,
  order_status_url: nullable,
  line_items: Type.Array(Type.Object({ sku: nullable, title: Type.String(), quantity: Type.Integer() })),
});
const ProductPayload = Type.Object({ admin_graphql_api_id: gid, title: Type.String(), status: nullable });
const LevelPayload = Type.Object({
  admin_graphql_api_id: gid,
  available: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
});

export type ShopifyAnnouncement = Announcement<(typeof shopifyEvents)[number]>;
type Hit = Pick<InboundHit, 'integration' | 'payload' | 'headers'>;

const TRANSLATIONS: Readonly<Record<string, (hit: Hit) => ShopifyAnnouncement>> = {
  'orders/create': (hit) => {
    const order = readPayload(OrderPayload, hit.payload);
    const items = order.line_items.map(({ sku, title, quantity }) => ({ sku: sku ?? null, title, quantity }));
    return {
      event: orderCreated,
      payload: {
        ...aboutOf(hit),
        orderId: idOf(order.admin_graphql_api_id),
        name: order.name,
        total: order.total_price,
        currency: order.currency,
        email: order.email ?? null,
        items,
        url: order.order_status_url ?? null,
      },
    };
  },
  'products/update': (hit) => {
    const { admin_graphql_api_id, title, status } = readPayload(ProductPayload, hit.payload);
    const productId = idOf(admin_graphql_api_id);
    return { event: productUpdated, payload: { ...aboutOf(hit), productId, title, status: status ?? null } };
  },
  'inventory_levels/update': (hit) => {
    const { admin_graphql_api_id, available } = readPayload(LevelPayload, hit.payload);
    // gid://shopify/InventoryLevel/<location>?inventory_item_id=<item>
    const [level = '', query] = admin_graphql_api_id.split('?', 2);
    const inventoryItemId = new URLSearchParams(query).get('inventory_item_id') ?? '';
    return {
      event: inventoryLevelUpdated,
      payload: { ...aboutOf(hit), inventoryItemId, locationId: idOf(level), available },
    };
  },
};

/** The event that says more than that something came; null where there is none for it. */
export function translateShopify(topic: string, hit: Hit): ShopifyAnnouncement | null {
  return Object.hasOwn(TRANSLATIONS, topic) ? (TRANSLATIONS[topic]?.(hit) ?? null) : null;
}

function aboutOf({ integration, headers }: Hit) {
  return { ...sourceOf(integration), shop: headers['x-shopify-shop-domain'] ?? null };
}

function idOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
