import type { ModuleContext } from '@cubit/core';
import { orderItemRecord, type OrderItem } from './order-item.fields.js';

/** Above the number of lines of the orders in one write. */
const MAX_LINES = 100_000;

/** All lines of the orders, in the order of creation: one statement. */
export function linesOf(
  { records }: ModuleContext,
  orders: readonly string[],
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<readonly OrderItem[]> {
  return records.find(orderItemRecord, { where: { order: { in: orders } }, limit: MAX_LINES, lock });
}
