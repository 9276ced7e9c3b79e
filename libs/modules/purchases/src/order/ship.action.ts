import { defineAction, Field, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input, inputPath } from '../action-input.js';
import { orderShipped, orderStatusChanged, orderUpdated } from '../events.js';
import { order } from './order.kind.js';

export const ship = defineAction({
  id: 'purchases:ship',
  title: 'Mark as shipped',
  description: 'Records that the supplier has shipped the order.',
  appliesTo: [order],
  input: input({
    carrier: Type.Optional(Field.text({ title: 'Carrier' })),
    tracking_number: Type.Optional(Field.text({ title: 'Tracking number' })),
    tracking_url: Type.Optional(Field.url({ title: 'Tracking link' })),
    expected_on: Type.Optional(Field.date({ title: 'Expected' })),
  }),
  output: Type.Null(),
  emits: [orderShipped, orderStatusChanged, orderUpdated],
  agent: { words: ['sent', 'dispatched', 'on its way', 'tracking', 'package'] },
  effects: EFFECTS,
  ui: { done: 'Marked {title} as shipped', icon: 'truck', order: 25, visible: { field: 'status', is: 'ordered' } },
  example: { title: 'Shipped with DHL', input: { carrier: 'DHL', tracking_number: '00340434161094' } },
  available: ({ fields: { status } }) => status === 'ordered' || notWhile(status),
  async run({ records }, { id }, given) {
    await records.update(order, id, { ...given, status: 'in_transit' }, { path: inputPath });
    return null;
  },
});
