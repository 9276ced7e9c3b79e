import { compact, type KindHookContext, type RecordChange } from '@cubit/core';
import { orderItemPriceChanged } from '../events.js';
import type { Order } from '../order/order.fields.js';
import { isOpen } from '../order/order-status.js';
import { supplierPartRecord } from '../supplier-part/supplier-part.fields.js';
import type { OrderItem, OrderItemKind } from './order-item.fields.js';

type Change = RecordChange<OrderItemKind>;

/** Emits price changes. For open orders, updates the last price of the supplier parts. */
export async function applyPriceChanges(
  context: KindHookContext,
  changes: readonly Change[],
  orders: ReadonlyMap<string, Order>,
): Promise<void> {
  const repriced = changes.filter(
    ({ operation, before, after }) => operation === 'update' && before !== null && isRepriced(before, after),
  );
  for (const { before, after } of repriced) {
    const { order, part, supplier_part, unit_price } = after.fields;
    context.emit(
      orderItemPriceChanged,
      compact({
        orderItemId: after.id,
        orderId: order,
        partId: part,
        supplierPartId: supplier_part,
        title: after.title,
        from: before?.fields.unit_price,
        to: unit_price,
      }),
    );
  }
  const current = repriced.filter(({ after: { fields } }) => {
    const order = orders.get(fields.order);
    return order !== undefined && isOpen(order.fields.status);
  });
  await updateLastPrices(
    context,
    current.map(({ after }) => after),
  );
}

/** Sets `last_price` of the supplier parts to the prices of the lines. */
export async function updateLastPrices(
  { records }: Pick<KindHookContext, 'records'>,
  lines: readonly OrderItem[],
): Promise<void> {
  const prices = new Map(
    lines.flatMap(({ fields: { supplier_part, unit_price } }) =>
      supplier_part === undefined || unit_price === undefined ? [] : [[supplier_part, unit_price] as const],
    ),
  );
  await records.updateMany(
    supplierPartRecord,
    [...prices].map(([id, last_price]) => ({ id, fields: { last_price } })),
  );
}

export function isRepriced(before: OrderItem, after: OrderItem): boolean {
  const [was, is] = [before.fields.unit_price, after.fields.unit_price];
  return Number(was?.amount) !== Number(is?.amount) && (was !== undefined || is !== undefined);
}
