import * as exact from '@cubit/decimal';
import { addQuantities, type Money, subtractQuantities } from '@cubit/decimal';
import type { KindHookContext, RecordChange } from '@cubit/core';
import { orderUpdated } from '../events.js';
import { partRecord } from '../foreign.js';
import { orderPayload } from '../order/order-events.js';
import { orderRecord, type Order } from '../order/order.fields.js';
import { amountOf, sumOf, totalOf } from '../money/amount.js';
import { updateRequests } from '../request/update-requests.js';
import { applyPriceChanges, isRepriced } from './price-changes.js';
import { quantitiesOf } from './line-quantities.js';
import { linesOf } from './lines-of.js';
import type { OrderItem, OrderItemKind } from './order-item.fields.js';

type Change = RecordChange<OrderItemKind>;

/** Passed as the `note` of writes by a receipt, which also change the status of the order. */
export interface ReceivedNote {
  readonly receivedAt: string;
}

/** Passed as the `note` of the removal of lines with their order, which is not updated any more. */
export const WITH_ORDER = { withOrder: true } as const;

/** Updates what depends on the written lines: totals of orders, `on_order` of parts, prices and requests. */
export async function applyLineEffects(context: KindHookContext, changes: readonly Change[]): Promise<void> {
  const orders = await updateOrders(
    context,
    changes.filter(({ note }) => note !== WITH_ORDER),
  );
  await updateOnOrder(context, changes);
  await applyPriceChanges(context, changes, orders);
  await updateRequests(context, changes);
}

const EDITED_FIELDS = [
  'part',
  'supplier_part',
  'description',
  'qty',
  'discount_pct',
  'destination',
  'expected_on',
  'notes',
] as const;

/** Whether fields that users edit changed. Receiving and cancelling emit events of their own. */
function isEdited({ operation, before, after }: Change): boolean {
  if (operation !== 'update' || before === null) return true;
  return EDITED_FIELDS.some((field) => before.fields[field] !== after.fields[field]) || isRepriced(before, after);
}

async function updateOrders(context: KindHookContext, changes: readonly Change[]): Promise<ReadonlyMap<string, Order>> {
  const ids = [...new Set(changes.map(({ after }) => after.fields.order))];
  const before = await context.records.lock(orderRecord, ids);
  const added = linesAddedToDrafts(changes, before);
  const others = ids.filter((id) => !added.has(id));
  const byOrder = Map.groupBy(others.length === 0 ? [] : await linesOf(context, others), ({ fields }) => fields.order);
  const receivedAt = new Map(
    changes.flatMap(({ note, after }) => {
      const at = (note as ReceivedNote | undefined)?.receivedAt;
      return at === undefined ? [] : [[after.fields.order, at] as const];
    }),
  );
  await context.records.updateMany(
    orderRecord,
    [...before.values()].map((order) => {
      const more = added.get(order.id);
      const sums = more ? withLines(order, more) : sumsOf(order, byOrder.get(order.id) ?? []);
      return { id: order.id, fields: { ...sums, ...progressOf(sums.open_lines, receivedAt.get(order.id)) } };
    }),
  );
  const after = await context.records.getMany(orderRecord, ids);
  const edited = new Set(changes.filter(isEdited).map(({ after: line }) => line.fields.order));
  for (const id of edited) {
    const [was, is] = [before.get(id), after.get(id)];
    if (!was || !is) continue;
    const changed = (['line_count', 'subtotal', 'total'] as const).flatMap((field) => {
      const [from, to] = [was.fields[field], is.fields[field]];
      return JSON.stringify(from) === JSON.stringify(to) ? [] : [[field, { from, to }] as const];
    });
    context.emit(orderUpdated, { orderId: id, ...orderPayload(is), changes: Object.fromEntries(changed) });
  }
  return after;
}

/** Orders whose changes are new lines of a draft alone. The sums of a draft grow with each, so its other lines are not read: it may have thousands. */
function linesAddedToDrafts(
  changes: readonly Change[],
  orders: ReadonlyMap<string, Order>,
): ReadonlyMap<string, readonly OrderItem[]> {
  const byOrder = Map.groupBy(changes, ({ after }) => after.fields.order);
  return new Map(
    [...byOrder].flatMap(([id, all]) => {
      const isDraft = orders.get(id)?.fields.status === 'draft';
      return isDraft && all.every(({ operation }) => operation === 'create')
        ? [[id, all.map(({ after }) => after)] as const]
        : [];
    }),
  );
}

/** Totals and counts of a draft, of which nothing is received or cancelled, with more lines. */
function withLines(order: Order, lines: readonly OrderItem[]): ReturnType<typeof sumsOf> {
  const { subtotal, currency = '', line_count, open_lines } = order.fields;
  const more = sumsOf(order, lines);
  return {
    ...more,
    subtotal: totalOf(sumOf([amountOf(subtotal), amountOf(more.subtotal)]), currency),
    line_count: line_count + more.line_count,
    open_lines: open_lines + more.open_lines,
  };
}

/** Status after a receipt: arrived if nothing is outstanding. */
function progressOf(openLines: number, receivedAt: string | undefined) {
  if (receivedAt === undefined) return {};
  return openLines === 0
    ? ({ status: 'arrived', arrived_at: receivedAt } as const)
    : ({ status: 'partially_received' } as const);
}

/** Totals and counts of an order from its lines. */
export function sumsOf({ fields: { currency = '' } }: Order, lines: readonly OrderItem[]) {
  const wanted = lines.map(({ fields }) => subtractQuantities(fields.qty, fields.qty_cancelled));
  const came = lines.map(({ fields }, index) => Math.min(fields.qty_received, wanted[index] ?? 0));
  const all = addQuantities(0, ...wanted);
  return {
    subtotal: totalOf(sumOf(lines.map(({ fields }) => amountOf(fields.total))), currency),
    cancelled_total: cancelledTotalOf(lines, currency),
    line_count: lines.length,
    open_lines: lines.filter(({ fields }) => fields.outstanding > 0).length,
    // Rounded down, so that it is 100 only when everything was received.
    received_pct: all === 0 ? 0 : Math.floor((addQuantities(0, ...came) / all) * 10_000 + 1e-6) / 100,
  };
}

export function cancelledTotalOf(lines: readonly OrderItem[], currency = ''): Money {
  return totalOf(sumOf(lines.map(cancelledOf)), currency);
}

/** Cancelled share of the total of the line. */
function cancelledOf({ fields }: OrderItem) {
  const { cancelled, ordered } = quantitiesOf(fields);
  const part = exact.multiplyDecimals(amountOf(fields.total), exact.exactToDecimal(cancelled));
  return exact.divideDecimals(part, exact.exactToDecimal(ordered)) ?? exact.ZERO;
}

/** Updates `on_order` of the parts in the same transaction, with the parts locked. */
async function updateOnOrder({ records }: KindHookContext, changes: readonly Change[]): Promise<void> {
  const deltas = new Map<string, number>();
  const count = (line: OrderItem | null, sign: 1 | -1) => {
    const { part, on_order } = line?.fields ?? { part: undefined, on_order: 0 };
    if (part !== undefined && on_order !== 0) deltas.set(part, addQuantities(deltas.get(part) ?? 0, sign * on_order));
  };
  for (const { operation, before, after } of changes) {
    if (operation === 'update' || operation === 'delete') count(before, -1);
    if (operation !== 'delete') count(after, 1);
  }
  const moved = [...deltas.keys()].filter((id) => deltas.get(id) !== 0);
  await records.updateEach(partRecord, moved, ({ id, fields }) => ({
    on_order: addQuantities(fields.on_order, deltas.get(id) ?? 0),
  }));
}
