import { compact, defineAction, Field, notWhile, validationFailed } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input } from '../action-input.js';
import { orderArrived, orderItemReceived, orderStatusChanged, orderUpdated, requestFulfilled } from '../events.js';
import { order } from '../order/order.kind.js';
import { linesOf } from '../order-item/lines-of.js';
import { isReceiving } from '../order/order-status.js';
import { postReceipt } from './post-receipt.js';

export const markArrived = defineAction({
  id: 'purchases:mark_arrived',
  title: 'Mark as arrived',
  description: 'Receives all outstanding quantities. Changes nothing if the order has arrived already.',
  appliesTo: [order],
  input: input({
    arrived_at: Type.Optional(Field.datetime({ title: 'Arrived', description: 'Default: now.' })),
    location: Type.Optional(
      Field.ref('spaces:location', { title: 'Location', description: 'Location for all received stock.' }),
    ),
  }),
  output: Type.Object({
    receipt: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
      description: 'Null if nothing was outstanding.',
    }),
  }),
  emits: [orderItemReceived, orderArrived, orderStatusChanged, orderUpdated, requestFulfilled],
  agent: { words: ['everything arrived', 'delivered', 'all here'] },
  effects: { ...EFFECTS, idempotent: true },
  undoneBy: 'purchases:reverse_receipt',
  ui: { done: 'Marked {title} as arrived', icon: 'package-open', order: 30, bulk: true },
  undo:
    () =>
    ({ receipt: id }) =>
      id === null ? null : { record: { kind: 'purchases:receipt', id }, input: { reason: 'Undone', discard: true } },
  example: { title: 'Mark as arrived', input: {} },
  available: ({ fields: { status } }) => status === 'arrived' || isReceiving(status) || notWhile(status),
  async run(context, target, { arrived_at: arrivedAt, location }) {
    if (target.fields.status === 'arrived') return { receipt: null };
    const lines = (await linesOf(context, [target.id])).filter(({ fields }) => fields.outstanding > 0);
    if (lines.length === 0 && target.fields.status === 'partially_received') {
      await context.records.update(order, target.id, { status: 'arrived' });
      return { receipt: null };
    }
    if (lines.length === 0)
      throw validationFailed([
        { path: '/record', code: 'nothing_outstanding', message: 'The order has no outstanding lines.' },
      ]);
    const made = await postReceipt(context, {
      order: target,
      lines: lines.map(({ id, fields }) => compact({ order_item: id, qty: fields.outstanding, location })),
      allowOver: false,
      locationAt: location === undefined ? undefined : '/input/location',
      receivedAt: arrivedAt && new Date(arrivedAt).toISOString(),
    });
    return { receipt: made.id };
  },
});
