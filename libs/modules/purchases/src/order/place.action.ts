import {
  compact,
  type CubitError,
  DAY_MS,
  defineAction,
  errorOf,
  Field,
  type ModuleContext,
  notWhile,
  storedInstant,
} from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input, inputPath } from '../action-input.js';
import { orderOverdue, orderPlaced, orderStatusChanged, orderUpdated } from '../events.js';
import { linesOf } from '../order-item/lines-of.js';
import { orderItemRecord, type OrderItem } from '../order-item/order-item.fields.js';
import { updateLastPrices } from '../order-item/price-changes.js';
import { supplier } from '../supplier/supplier.kind.js';
import { supplierPartRecord } from '../supplier-part/supplier-part.fields.js';
import { order } from './order.kind.js';
import { type Order, orderFields } from './order.fields.js';

export const place = defineAction({
  id: 'purchases:place',
  title: 'Place order',
  description: 'Places the order with its supplier, which it must have. Its quantities are on order from then on.',
  appliesTo: [order],
  input: input({
    ordered_at: Type.Optional(
      Field.datetime({ title: 'Ordered', description: 'Default: `ordered_at` of the order, else now.' }),
    ),
    expected_on: Type.Optional(
      Field.date({
        title: 'Expected',
        description: 'Default: `expected_on` of the order, else the longest lead time of its lines.',
      }),
    ),
    supplier_ref: Type.Optional(Field.described(orderFields.properties.supplier_ref, Field.text({ minLength: 1 }))),
  }),
  output: Type.Null(),
  emits: [orderPlaced, orderStatusChanged, orderUpdated, orderOverdue],
  agent: { words: ['send', 'submit', 'buy', 'order now'] },
  effects: EFFECTS,
  ui: {
    done: 'Placed {title}',
    icon: 'send',
    tone: 'primary',
    key: 'p',
    order: 10,
    visible: { field: 'status', is: 'draft' },
  },
  example: {
    title: 'Place with the number of the supplier',
    input: { supplier_ref: 'SO-4711', expected_on: '2026-03-20' },
  },
  lookup: async ({ records }, { id }) =>
    (await records.find(orderItemRecord, { where: { order: id }, limit: 1 })).length > 0,
  available(target, { found: hasLines }) {
    if (target.fields.status !== 'draft') return notWhile(target.fields.status);
    if (target.fields.supplier === undefined) return notReady(target, NO_SUPPLIER);
    return hasLines || notReady(target, NO_LINES);
  },
  async run(context, target, given) {
    const lines = await linesOf(context, [target.id]);
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
    await updateLastPrices(context, lines);
    return null;
  },
});

const NO_SUPPLIER = { code: 'no_supplier', message: 'has no supplier. Choose a supplier first.' };
const NO_LINES = { code: 'no_lines', message: 'has no lines. Add a line first.' };

function notReady({ fields: { number = '' } }: Order, { code, message: why }: typeof NO_LINES): CubitError {
  const message = `'${number}' ${why}`;
  return errorOf('conflict', message, { details: [{ path: '/record', code, message }] });
}

interface LeadTimeInput {
  readonly order: Order;
  readonly lines: readonly OrderItem[];
  readonly ordered_at: string;
}

/** Expected date of the last line; undefined if no lead time is known. */
async function expectedOn(
  { records }: ModuleContext,
  { order: target, lines, ordered_at }: LeadTimeInput,
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
  const expected = storedInstant(Date.parse(ordered_at) + Math.max(...days) * DAY_MS, inputPath('ordered_at'));
  return expected.slice(0, 'YYYY-MM-DD'.length);
}
