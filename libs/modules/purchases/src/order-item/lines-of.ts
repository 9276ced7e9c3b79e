import type { ModuleContext } from '@cubit/core';
import { orderItemRecord, type OrderItem } from './order-item.fields.js';

/** More lines than the orders of one write have. */
const MAX_LINES = 100_000;

/** Every line of the orders, in their order: one statement. */
export function linesOf(
  { records }: ModuleContext,
  orders: readonly string[],
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<readonly OrderItem[]> {
  return records.find(orderItemRecord, { where: { order: { in: orders } }, limit: MAX_LINES, lock });
}
