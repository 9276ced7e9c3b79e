import { compact, defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input, reason } from '../action-input.js';
import { orderCreated, orderUpdated } from '../events.js';
import { linesOf } from '../order-item/lines-of.js';
import { type OrderItem, orderItemRecord } from '../order-item/order-item.fields.js';
import { order } from './order.kind.js';

export const duplicate = defineAction({
  id: 'purchases:duplicate',
  title: 'Order again',
  description: 'Creates a draft order with the same supplier and lines, and a new number.',
  appliesTo: [order],
  input: input({
    reason: Field.described(
      { title: 'Reason', description: 'Why, in a few words. The notes of the copy begin with it.' },
      reason,
    ),
  }),
  output: Type.Object({ order: Type.String({ format: 'uuid' }) }),
  emits: [orderCreated, orderUpdated],
  agent: { words: ['reorder', 'repeat', 'same things', 'copy'] },
  effects: EFFECTS,
  ui: { done: 'Copied {title} to a new order', icon: 'copy', order: 60 },
  example: { title: 'Order again', input: {} },
  async run(context, { id, fields }, { reason: why }) {
    const { supplier, currency, ship_to, discount_pct, project, responsible } = fields;
    const notes = [why, fields.notes].filter((text) => text !== undefined).join('\n\n') || undefined;
    const copy = await context.records.create(
      order,
      compact({ supplier, currency, ship_to, discount_pct, project, responsible, notes }),
    );
    const lines = await linesOf(context, [id]);
    await context.records.createMany(
      orderItemRecord,
      lines.map((line) => copyOf(line, copy.id)),
    );
    return { order: copy.id };
  },
});

/** A line as it was ordered: what was received or cancelled of it belongs to the first order. */
function copyOf({ fields }: OrderItem, order: string) {
  const { part, supplier_part, description, qty, unit, unit_price, discount_pct, destination, notes } = fields;
  const line = { part, supplier_part, description, qty, unit, unit_price, discount_pct, destination, notes, order };
  return { fields: compact(line) };
}
