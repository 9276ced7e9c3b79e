import { compact, DAY_MS, defineAction, fail, Field, type ModuleContext } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input, inputPath } from '../action-input.js';
import { orderOverdue, orderPlaced, orderStatusChanged, orderUpdated } from '../events.js';
import { linesOf } from '../order-item/lines-of.js';
import type { OrderItem } from '../order-item/order-item.fields.js';
import { keepLastPrices } from '../order-item/follow-prices.js';
import { supplier } from '../supplier/supplier.kind.js';
import { supplierPartRecord } from '../supplier-part/supplier-part.fields.js';
import { order } from './order.kind.js';
import type { Order } from './order.fields.js';

export const place = defineAction({
  id: 'purchases:place',
  title: 'Place',
  description: 'The order goes to its supplier: what it has on its lines is on order from now on.',
  appliesTo: [order],
  input: input({
    ordered_at: Type.Optional(Field.datetime({ description: 'Default: that of the order, else now.' })),
    expected_on: Type.Optional(
      Field.date({ description: 'Default: that of the order, else by the longest lead time of its lines.' }),
    ),
    supplier_ref: Type.Optional(Field.text({ minLength: 1 })),
  }),
  output: Type.Null(),
  emits: [orderPlaced, orderStatusChanged, orderUpdated, orderOverdue],
  effects: EFFECTS,
  example: { title: 'Ordered by telephone', input: { supplier_ref: 'SO-4711', expected_on: '2026-03-20' } },
  available: ({ fields: { status } }) => status === 'draft' || `it is ${status.replace('_', ' ')}`,
  async run(context, target, given) {
    const lines = await linesOf(context, [target.id]);
    if (lines.length === 0) throw withoutLines(target);
    const ordered_at = given.ordered_at ?? target.fields.ordered_at ?? context.now.toISOString();
    const expected_on =
      given.expected_on ??
      target.fields.expected_on ??
      (await expectedOn(context, { order: target, lines, ordered_at }));
    await context.records.update(
      order,
      target.id,
      compact({ status: 'ordered' as const, ordered_at, expected_on, supplier_ref: given.supplier_ref }),
      { path: inputPath },
    );
    await keepLastPrices(context, lines);
    return null;
  },
});

function withoutLines({ fields: { number = '' } }: Order): Error {
  const message = `'${number}' has no lines: there is nothing to order.`;
  return fail('conflict', message, { details: [{ path: '/record', code: 'no_lines', message }] });
}

interface Placing {
  readonly order: Order;
  readonly lines: readonly OrderItem[];
  readonly ordered_at: string;
}

/** The day on which the last of it should be there; undefined where no lead time is known. */
async function expectedOn(
  { records }: ModuleContext,
  { order: target, lines, ordered_at }: Placing,
): Promise<string | undefined> {
  const suppliers = await records.getMany(
    supplier,
    target.fields.supplier === undefined ? [] : [target.fields.supplier],
  );
  const usual = [...suppliers.values()][0]?.fields.lead_time_days;
  const parts = await records.getMany(
    supplierPartRecord,
    lines.flatMap(({ fields }) => fields.supplier_part ?? []),
  );
  const days = lines.flatMap(
    ({ fields }) => parts.get(fields.supplier_part ?? '')?.fields.lead_time_days ?? usual ?? [],
  );
  if (days.length === 0) return undefined;
  return new Date(Date.parse(ordered_at) + Math.max(...days) * DAY_MS).toISOString().slice(0, 10);
}
