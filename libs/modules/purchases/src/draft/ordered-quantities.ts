import type { ModuleContext } from '@cubit/core';
import type { ExactQuantity } from '@cubit/decimal';
import type { Part } from '../foreign.js';
import { quantitiesOf } from '../order-item/line-quantities.js';
import { orderItemRecord } from '../order-item/order-item.fields.js';
import { orderRecord } from '../order/order.fields.js';
import { availableOf, shownOf } from '../unit.js';

const MAX_LINES = 100_000;

/** Quantities of a part that come without another order, in plain units. */
export interface OrderedQuantities {
  readonly onOrder: ExactQuantity;
  readonly drafted: ExactQuantity;
}

export const NOT_ORDERED: OrderedQuantities = { onOrder: 0n, drafted: 0n };

/** The outstanding quantity of each part on open orders, and its quantity on draft orders. */
export async function findOrderedQuantities(
  { records }: ModuleContext,
  parts: readonly string[],
): Promise<ReadonlyMap<string, OrderedQuantities>> {
  const lines = await records.find(orderItemRecord, {
    where: { part: { in: parts }, status: { in: ['pending', 'partial'] } },
    limit: MAX_LINES,
  });
  const isOnOrder = (line: (typeof lines)[number]) => line.fields.on_order > 0;
  const others = lines.filter((line) => !isOnOrder(line));
  const orders = await records.getMany(orderRecord, [...new Set(others.map(({ fields }) => fields.order))]);
  const sums = new Map<string, OrderedQuantities>();
  for (const line of lines) {
    const { part = '', order } = line.fields;
    const { onOrder, drafted } = sums.get(part) ?? NOT_ORDERED;
    const { ordered, outstanding } = quantitiesOf(line.fields);
    if (isOnOrder(line)) sums.set(part, { onOrder: onOrder + outstanding, drafted });
    else if (orders.get(order)?.fields.status === 'draft') sums.set(part, { onOrder, drafted: drafted + ordered });
  }
  return sums;
}

/** What is missing of a part, in stock units: a shortage that is shown as nothing is none. */
export function shortfallOf(
  part: Part,
  wanted: ExactQuantity,
  { onOrder, drafted }: OrderedQuantities = NOT_ORDERED,
): number {
  return Math.max(0, shownOf(part, wanted - availableOf(part) - onOrder - drafted));
}
