import { defineEvent } from '@cubit/core';
import { Type } from 'typebox';
import { exampleSource, source } from '../../module/events.js';
import { nullableCount, nullableText, text } from '../event-fields.js';

const about = { ...source, shop: nullableText('Shop', 'Domain of the shop: `example.myshopify.com`.') };
const example = { ...exampleSource, shop: 'example.myshopify.com' };

export const orderCreated = defineEvent({
  name: 'integrations.shopify.order_created',
  title: 'Shopify: order created',
  description: 'A customer placed an order in the shop.',
  payload: Type.Object({
    ...about,
    orderId: text('Order', 'Id of the order at Shopify.'),
    name: nullableText('Order name', 'Number of the order as people see it, such as `#1001`.'),
    total: nullableText('Total', 'Total of the order as decimal text, such as `414.95`.'),
    currency: nullableText('Currency', 'Currency of the total, as an ISO 4217 code.'),
    email: nullableText('E-mail', 'E-mail address of the customer.'),
    items: Type.Array(
      Type.Object({
        sku: nullableText('SKU', 'SKU of the product variant.'),
        title: nullableText('Title', 'Title of the product.'),
        quantity: nullableCount('Quantity', 'Ordered quantity.'),
      }),
      { title: 'Items', description: 'The order lines, each with `sku`, `title` and `quantity`.' },
    ),
    url: nullableText('Link', 'URL of the order status page for the customer.'),
  }),
  example: {
    ...example,
    orderId: '820982911946154508',
    name: '#1001',
    total: '414.95',
    currency: 'USD',
    email: 'ada@example.org',
    items: [{ sku: 'BOLT-M3', title: 'Bolt', quantity: 2 }],
    url: null,
  },
});

export const productUpdated = defineEvent({
  name: 'integrations.shopify.product_updated',
  title: 'Shopify: product updated',
  description: 'A product of the shop, or one of its variants, was changed.',
  payload: Type.Object({
    ...about,
    productId: text('Product', 'Id of the product at Shopify.'),
    title: nullableText('Title', 'Title of the product.'),
    status: nullableText('Status', 'Status of the product: `active`, `draft` or `archived`.'),
  }),
  example: { ...example, productId: '788032119674292922', title: 'Bolt', status: 'active' },
});

export const inventoryLevelUpdated = defineEvent({
  name: 'integrations.shopify.inventory_level_updated',
  title: 'Shopify: inventory level updated',
  description: 'The available quantity of an item changed at one location of the shop.',
  payload: Type.Object({
    ...about,
    inventoryItemId: text('Inventory item', 'Id of the inventory item at Shopify.'),
    locationId: text('Location', 'Id of the location at Shopify.'),
    available: nullableCount('Available', 'The new quantity; null if it is not tracked.'),
  }),
  example: { ...example, inventoryItemId: '271878346596884015', locationId: '24826418', available: 10 },
});

export const shopifyEvents = [orderCreated, productUpdated, inventoryLevelUpdated] as const;
