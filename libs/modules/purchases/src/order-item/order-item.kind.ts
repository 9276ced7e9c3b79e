import { defineKind } from '@cubit/core';
import { orderItemPriceChanged, orderUpdated, requestFulfilled } from '../events.js';
import { applyItemRules } from './item-rules.js';
import { orderItemFields } from './order-item.fields.js';
import { applyLineEffects } from './apply-line-effects.js';
import { orderItemHints } from './order-item.hints.js';

export const orderItem = defineKind({
  id: 'purchases:order_item',
  title: ['Order line', 'Order lines'],
  description: 'A line of an order: a quantity of a part, or of an item without a part, at a price.',
  fields: orderItemFields,
  titleOf: ({ description = '' }) => description,
  search: ['description', 'notes'],
  index: ['order', 'part', 'supplier_part', 'status'],
  lockAfter: 'order',
  emits: [orderUpdated, orderItemPriceChanged, requestFulfilled],
  importing: {
    columns: {
      qty: ['quantity', 'order qty'],
      unit_price: ['price', 'unit cost'],
      'unit_price.currency': ['price currency'],
      notes: ['customer reference'],
    },
    units: { qty: { input: 'unit' } },
  },
  ui: orderItemHints,
  example: {
    order: '0192f0c1-2d3e-7000-8000-000000000001',
    part: '0192f0c1-2d3e-7000-8000-000000000002',
    qty: 10,
    unit_price: { amount: '3.90', currency: 'EUR' },
  },
  async beforeWrite(context, drafts) {
    await applyItemRules(context, drafts);
  },
  async onWrite(context, changes) {
    await applyLineEffects(context, changes);
  },
});
