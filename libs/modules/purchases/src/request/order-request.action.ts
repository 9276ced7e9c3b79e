import { type CubitError, defineAction, errorOf, Field, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input } from '../action-input.js';
import { draftLine } from '../draft/draft-line.js';
import { orderCreated, orderUpdated } from '../events.js';
import { partRecord } from '../foreign.js';
import { settings } from '../settings.js';
import { request } from './request.kind.js';

export const orderRequest = defineAction({
  id: 'purchases:order_request',
  title: 'Order part',
  description:
    'Adds the requested part to the open draft order of its supplier. The status of the request then follows that order line.',
  appliesTo: [request],
  input: input({
    qty: Type.Optional(
      Field.decimal({
        title: 'Quantity',
        exclusiveMinimum: 0,
        description: 'Quantity in stock units. Default: the requested quantity.',
      }),
    ),
    supplier: Type.Optional(
      Field.ref('purchases:supplier', { title: 'Supplier', description: 'Default: the supplier chosen for the part.' }),
    ),
  }),
  output: Type.Object({ order: Type.String({ format: 'uuid' }), order_item: Type.String({ format: 'uuid' }) }),
  emits: [orderCreated, orderUpdated],
  agent: { words: ['buy', 'requested'] },
  effects: EFFECTS,
  settings,
  ui: {
    done: 'Ordered {title}',
    icon: 'shopping-cart',
    tone: 'primary',
    key: 'o',
    order: 10,
    bulk: true,
    visible: { field: 'status', is: 'open' },
  },
  example: { title: 'Order the request', input: {} },
  available: ({ fields: { status, part } }) =>
    status === 'open' ? part !== undefined || withoutPart() : notWhile(status),
  async run(context, target, { qty, supplier: supplierId }) {
    const { part: partId, qty: wanted = 1 } = target.fields;
    const part = partId === undefined ? undefined : (await context.records.lock(partRecord, [partId])).get(partId);
    if (!part) throw withoutPart();
    const forWhat = { kind: request.id, id: target.id };
    const line = await draftLine(context, { part, stockQty: qty ?? wanted, supplierId, for: forWhat });
    await context.records.update(request, target.id, { status: 'ordered', order_item: line.id });
    return { order: line.fields.order, order_item: line.id };
  },
});

function withoutPart(): CubitError {
  const message =
    'The request has no part. Add a line with its description to an order, and set `order_item` of the request to that line.';
  return errorOf('conflict', message, { details: [{ path: '/record', code: 'no_part', message }] });
}
