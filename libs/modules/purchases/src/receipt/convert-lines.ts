import { type ModuleContext, validationFailed } from '@cubit/core';
import * as exact from '@cubit/decimal';
import { partRecord } from '../foreign.js';
import type { OrderItem } from '../order-item/order-item.fields.js';
import { stockUnitsIn } from '../unit.js';
import type { ReceiptLine } from './receipt-line.js';

/** Receipt lines with their quantities in purchase units. */
export async function inPurchaseUnits(
  { records }: ModuleContext,
  lines: readonly ReceiptLine[],
  items: ReadonlyMap<string, OrderItem>,
): Promise<readonly ReceiptLine[]> {
  if (lines.every(({ unit }) => unit === undefined)) return lines;
  const parts = await records.getMany(
    partRecord,
    lines.flatMap(({ order_item }) => items.get(order_item)?.fields.part ?? []),
  );
  return lines.map(({ unit, ...line }, index) => {
    const item = items.get(line.order_item);
    if (unit === undefined || !item) return line;
    const at = `/input/lines/${index}`;
    const size = stockUnitsIn(unit, parts.get(item.fields.part ?? ''), `${at}/unit`);
    const stock = exact.multiplyDecimals(exact.toDecimal(line.qty), exact.toDecimal(size));
    const qty = exact.divideDecimals(stock, exact.toDecimal(item.fields.pack_qty), exact.DECIMAL_PLACES);
    if (qty && qty.units > 0n) return { ...line, qty: exact.decimalToNumber(qty) };
    const message = 'The quantity is too small.';
    throw validationFailed([{ path: `${at}/qty`, code: 'too_small', message }]);
  });
}
