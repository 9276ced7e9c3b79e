import { defineAction, Field, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input, inputPath } from '../action-input.js';
import { orderShipped, orderStatusChanged, orderUpdated } from '../events.js';
import { orderFields } from './order.fields.js';
import { order } from './order.kind.js';

const { properties: fields } = orderFields;

export const ship = defineAction({
  id: 'purchases:ship',
  title: 'Mark as shipped',
  description: 'Records that the supplier has shipped the order.',
  appliesTo: [order],
  input: input({
    carrier: fields.carrier,
    tracking_number: fields.tracking_number,
    tracking_url: fields.tracking_url,
    expected_on: Type.Optional(
      Field.date({ title: 'Expected', description: 'New expected date of arrival. Default: it stays as it is.' }),
    ),
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
