import { compact, defineAction, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input, reason } from '../action-input.js';
import { orderArrived, orderClosedShort, orderStatusChanged, orderUpdated, requestFulfilled } from '../events.js';
import { cancelOutstanding } from './cancel-outstanding.js';
import { order } from './order.kind.js';
import { orderPayload } from './order-events.js';

export const closeShort = defineAction({
  id: 'purchases:close_short',
  title: 'Close order short',
  description: 'Cancels the outstanding rest of an order. Sets a partially received order to arrived.',
  appliesTo: [order],
  input: input({ reason }),
  output: Type.Object({ cancelled_lines: Type.Integer() }),
  emits: [orderClosedShort, orderArrived, orderStatusChanged, orderUpdated, requestFulfilled],
  agent: { words: ['rest will not come', 'give up', 'discontinued'] },
  effects: { ...EFFECTS, destructive: true },
  ui: {
    done: 'Closed {title} short',
    icon: 'scissors',
    tone: 'danger',
    order: 80,
    visible: { field: 'status', is: 'partially_received' },
    confirm: 'What has not arrived is cancelled.',
  },
  example: { title: 'Close a discontinued order', input: { reason: 'The rest is discontinued' } },
  available: ({ fields: { status } }) => status === 'partially_received' || notWhile(status),
  async run(context, target, { reason: why }) {
    const cancelled = await cancelOutstanding(context, target.id);
    context.emit(
      orderClosedShort,
      compact({
        orderId: target.id,
        ...orderPayload(target),
        cancelledLines: cancelled,
        reason: why,
      }),
    );
    await context.records.update(order, target.id, { status: 'arrived' }, { note: { reason: why } });
    return { cancelled_lines: cancelled };
  },
});
