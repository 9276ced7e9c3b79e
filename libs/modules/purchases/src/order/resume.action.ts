import { defineAction, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input, reason } from '../action-input.js';
import { orderStatusChanged, orderUpdated } from '../events.js';
import { order } from './order.kind.js';

export const resume = defineAction({
  id: 'purchases:resume',
  title: 'Resume order',
  description: 'Returns an order on hold to its previous status.',
  appliesTo: [order],
  input: input({ reason }),
  output: Type.Null(),
  emits: [orderStatusChanged, orderUpdated],
  effects: EFFECTS,
  undoneBy: 'purchases:hold',
  ui: { done: 'Resumed {title}', icon: 'play', order: 51, visible: { field: 'status', is: 'on_hold' } },
  undo: () => () => ({}),
  example: { title: 'Resume', input: {} },
  available: ({ fields: { status } }) => status === 'on_hold' || notWhile(status),
  async run({ records }, { id, fields: { held_from = 'ordered' } }, { reason: why }) {
    await records.update(order, id, { status: held_from }, { note: { reason: why } });
    return null;
  },
});
