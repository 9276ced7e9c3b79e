import { defineAction, fail, Field } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input } from '../action-input.js';
import { draftLine } from '../draft/draft-line.js';
import { orderCreated, orderUpdated } from '../events.js';
import { partRecord } from '../foreign.js';
import { request } from './request.kind.js';

export const orderRequest = defineAction({
  id: 'purchases:order_request',
  title: 'Order',
  description: 'Puts what is requested on the open draft at its supplier, and follows that line from then on.',
  appliesTo: [request],
  input: input({
    qty: Type.Optional(
      Field.decimal({ exclusiveMinimum: 0, description: 'In units of stock. Default: as requested.' }),
    ),
    supplier: Type.Optional(Field.ref('purchases:supplier', { description: 'Default: where the part is bought.' })),
  }),
  output: Type.Object({ order: Type.String({ format: 'uuid' }), order_item: Type.String({ format: 'uuid' }) }),
  emits: [orderCreated, orderUpdated],
  effects: EFFECTS,
  example: { title: 'Order it', input: {} },
  available: ({ fields: { status } }) => status === 'open' || `it is ${status}`,
  async run(context, target, { qty, supplier: supplierId }) {
    const { part: partId, qty: wanted = 1 } = target.fields;
    if (partId === undefined) throw withoutPart();
    const part = (await context.records.lock(partRecord, [partId])).get(partId);
    if (!part) throw withoutPart();
    const forWhat = { kind: request.id, id: target.id };
    const line = await draftLine(context, { part, stockQty: qty ?? wanted, supplierId, for: forWhat });
    await context.records.update(request, target.id, { status: 'ordered', order_item: line.id });
    return { order: line.fields.order, order_item: line.id };
  },
});

function withoutPart(): Error {
  const message = 'The request names no part; put a line with its description on an order, and name that line here.';
  return fail('conflict', message, { details: [{ path: '/record', code: 'no_part', message }] });
}
