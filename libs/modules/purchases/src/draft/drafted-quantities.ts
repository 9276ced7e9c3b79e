import { addQuantities } from '@cubit/decimal';
import type { ModuleContext } from '@cubit/core';
import { orderItemRecord } from '../order-item/order-item.fields.js';
import { orderRecord } from '../order/order.fields.js';

const MAX_LINES = 100_000;

/** Quantity of each part on draft orders, in stock units. */
export async function findDraftedQuantities(
  { records }: ModuleContext,
  parts: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const lines = await records.find(orderItemRecord, {
    where: { part: { in: parts }, status: 'pending', on_order: 0 },
    limit: MAX_LINES,
  });
  const orders = await records.getMany(orderRecord, [...new Set(lines.map(({ fields }) => fields.order))]);
  const sums = new Map<string, number>();
  for (const { fields } of lines) {
    const { part = '' } = fields;
    if (orders.get(fields.order)?.fields.status === 'draft')
      sums.set(part, addQuantities(sums.get(part) ?? 0, fields.stock_qty));
  }
  return sums;
}
