import { defineAction, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input, reason } from '../action-input.js';
import { orderStatusChanged, orderUpdated } from '../events.js';
import { order } from './order.kind.js';

export const hold = defineAction({
  id: 'purchases:hold',
  title: 'Put order on hold',
  description: 'Puts a placed order on hold. `purchases:resume` returns it to its status.',
  appliesTo: [order],
  input: input({ reason }),
  output: Type.Null(),
  emits: [orderStatusChanged, orderUpdated],
  agent: { words: ['pause', 'wait'] },
  effects: EFFECTS,
  undoneBy: 'purchases:resume',
  ui: {
    done: 'Put {title} on hold',
    icon: 'pause',
    order: 50,
    visible: { field: 'status', in: ['ordered', 'in_transit'] },
  },
  undo: () => () => ({}),
  example: { title: 'Put on hold', input: { reason: 'Waiting for the invoice to be cleared' } },
  available: ({ fields: { status } }) => status === 'ordered' || status === 'in_transit' || notWhile(status),
  async run({ records }, { id, fields: { status } }, { reason: why }) {
    const held_from = status === 'in_transit' ? 'in_transit' : 'ordered';
    await records.update(order, id, { status: 'on_hold', held_from }, { note: { reason: why } });
    return null;
  },
});
