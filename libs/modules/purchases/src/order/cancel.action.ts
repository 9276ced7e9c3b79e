import { defineAction, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input, reason } from '../action-input.js';
import { orderCancelled, orderStatusChanged, orderUpdated } from '../events.js';
import { cancelOutstanding } from './cancel-outstanding.js';
import { order } from './order.kind.js';

const CANCELLABLE: readonly string[] = ['draft', 'ordered', 'in_transit'];

export const cancel = defineAction({
  id: 'purchases:cancel',
  title: 'Cancel order',
  description:
    'Cancels an order of which nothing was received. If part of it was received, use `purchases:close_short`.',
  appliesTo: [order],
  input: input({ reason }),
  output: Type.Null(),
  emits: [orderCancelled, orderStatusChanged, orderUpdated],
  agent: { words: ['abort', 'call off', 'withdraw'] },
  effects: { ...EFFECTS, destructive: true },
  ui: { done: 'Cancelled {title}', icon: 'x', tone: 'danger', order: 90 },
  example: { title: 'Cancel the order', input: { reason: 'Found it cheaper' } },
  available: ({ fields: { status } }) => CANCELLABLE.includes(status) || notWhile(status),
  async run(context, { id }, { reason: why }) {
    await cancelOutstanding(context, id);
    await context.records.update(order, id, { status: 'cancelled' }, { note: { reason: why } });
    return null;
  },
});
