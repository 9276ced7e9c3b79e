import { defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input, inputPath } from '../action-input.js';
import { orderShipped, orderStatusChanged, orderUpdated } from '../events.js';
import { order } from './order.kind.js';

export const ship = defineAction({
  id: 'purchases:ship',
  title: 'Mark as shipped',
  description: 'The supplier has sent it.',
  appliesTo: [order],
  input: input({
    carrier: Type.Optional(Field.text()),
    tracking_number: Type.Optional(Field.text()),
    tracking_url: Type.Optional(Field.url()),
    expected_on: Type.Optional(Field.date()),
  }),
  output: Type.Null(),
  emits: [orderShipped, orderStatusChanged, orderUpdated],
  effects: EFFECTS,
  example: { title: 'On its way', input: { carrier: 'DHL', tracking_number: '00340434161094' } },
  available: ({ fields: { status } }) => status === 'ordered' || `it is ${status.replace('_', ' ')}`,
  async run({ records }, { id }, given) {
    await records.update(order, id, { ...given, status: 'in_transit' }, { path: inputPath });
    return null;
  },
});
