import { defineEvent } from '@cubit/core';
import { Type } from 'typebox';
import { exampleSource, source } from '../../module/events.js';
import { nullableCount, nullableText, text } from '../event-fields.js';

const about = { ...source, shop: nullableText('Domain of the shop: `example.myshopify.com`.') };
const example = { ...exampleSource, shop: 'example.myshopify.com' };

export const orderCreated = defineEvent({
  name: 'integrations.shopify.order_created',
  title: 'Shopify: order created',
  payload: Type.Object({
    ...about,
    orderId: text('Id of the order at Shopify.'),
    name: nullableText('As people call it: `#1001`.'),
    total: nullableText('Decimal text.'),
    currency: nullableText('ISO 4217 code.'),
    email: nullableText('Of the customer.'),
    items: Type.Array(
      Type.Object({
        sku: nullableText('As the shop names it.'),
        title: nullableText('Of the product.'),
        quantity: nullableCount('How many of it.'),
      }),
      { description: 'What was ordered.' },
    ),
    url: nullableText('The page of the order status for the customer.'),
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
  payload: Type.Object({
    ...about,
    productId: text('Id of the product at Shopify.'),
    title: nullableText('Its name.'),
    status: nullableText('`active`, `draft`, `archived`.'),
  }),
  example: { ...example, productId: '788032119674292922', title: 'Bolt', status: 'active' },
});

export const inventoryLevelUpdated = defineEvent({
  name: 'integrations.shopify.inventory_level_updated',
  title: 'Shopify: inventory level updated',
  payload: Type.Object({
    ...about,
    inventoryItemId: text('Id of the inventory item at Shopify.'),
    locationId: text('Id of the location at Shopify.'),
    available: nullableCount('The new quantity; null if it is not tracked.'),
  }),
  example: { ...example, inventoryItemId: '271878346596884015', locationId: '24826418', available: 10 },
});

export const shopifyEvents = [orderCreated, productUpdated, inventoryLevelUpdated] as const;
