import type { ExactQuantity } from '@cubit/decimal';
import { type ErrorDetail, type ModuleContext, validationFailed } from '@cubit/core';
import { errors } from '../errors.js';
import { locationRecord } from '../foreign.js';
import { inPurchaseUnits, inStockUnits, quantitiesOf } from '../order-item/line-quantities.js';
import type { OrderItem } from '../order-item/order-item.fields.js';
import type { Order } from '../order/order.fields.js';
import { exactOf } from './convert-lines.js';
import type { ReceiptLine, StoredLine } from './receipt-line.js';

type Items = ReadonlyMap<string, OrderItem>;

interface LineCheck {
  readonly order: Order;
  readonly lines: readonly StoredLine[];
  readonly items: Items;
  /** Path of a location in the request that applies to all lines. */
  readonly locationAt?: string | undefined;
}

/** Location of a receipt line: its own, else that of the order line, else `ship_to` of the order. */
export function destinationOf(order: Order, line: ReceiptLine, item: OrderItem | undefined): string | undefined {
  return line.location ?? item?.fields.destination ?? order.fields.ship_to;
}

/** Checks that each line refers to a line of the order and to an active location, and has a serial number for each unit if it has any. */
export async function checkLines(
  { records }: ModuleContext,
  { order, lines, items, locationAt }: LineCheck,
): Promise<void> {
  const places = await records.getMany(
    locationRecord,
    lines.flatMap((line) => destinationOf(order, line, items.get(line.order_item)) ?? []),
  );
  const faults = lines.flatMap((line, index): readonly ErrorDetail[] => {
    const { order_item, location, serials } = line;
    const at = `/input/lines/${index}`;
    const item = items.get(order_item);
    const place = item?.fields.part === undefined ? undefined : places.get(destinationOf(order, line, item) ?? '');
    const found: ErrorDetail[] = [];
    if (item?.fields.order !== order.id)
      found.push({ path: `${at}/order_item`, code: 'unknown_reference', message: 'The order has no such line.' });
    if (location !== undefined && !places.has(location))
      found.push({
        path: locationAt ?? `${at}/location`,
        code: 'unknown_reference',
        message: 'The location does not exist.',
      });
    if (place?.fields.archived_at !== undefined)
      found.push({
        path: locationAt ?? `${at}/location`,
        code: 'archived',
        message: `The location '${place.title}' is archived. Name another one.`,
      });
    const own = item && quantitiesOf(item.fields);
    const pieces = own ? inStockUnits(exactOf(line, own), own) : 0;
    if (serials && item && serials.length !== pieces)
      found.push({
        path: `${at}/serials`,
        code: 'serial_quantity',
        message: `The line needs ${pieces} serial numbers, one for each stock unit.`,
      });
    return found;
  });
  if (faults.length > 0) throw validationFailed(faults);
}

/** Received quantity of each order line after the receipt. Several receipt lines can refer to one order line. */
export function receivedTotals(lines: readonly StoredLine[], items: Items): ReadonlyMap<string, ExactQuantity> {
  const sums = new Map<string, ExactQuantity>();
  for (const line of lines) {
    const item = items.get(line.order_item);
    if (!item) continue;
    const own = quantitiesOf(item.fields);
    sums.set(item.id, (sums.get(item.id) ?? own.received) + exactOf(line, own));
  }
  return sums;
}

/** Throws `409` with a detail for every line that exceeds the outstanding quantity. */
export function refuseOverReceipt(lines: readonly StoredLine[], items: Items): void {
  const coming = new Map<string, ExactQuantity>();
  const details = lines.flatMap((line, index): readonly ErrorDetail[] => {
    const item = items.get(line.order_item);
    if (!item) return [];
    const own = quantitiesOf(item.fields);
    const sum = (coming.get(item.id) ?? 0n) + exactOf(line, own);
    coming.set(item.id, sum);
    if (sum <= own.outstanding) return [];
    const message = `${inPurchaseUnits(own.outstanding, own)} of '${item.title}' are outstanding, but ${inPurchaseUnits(sum, own)} were received.`;
    return [{ path: `/input/lines/${index}/qty`, code: 'over_receipt', message }];
  });
  if (details[0]) throw errors.fail('purchases_over_receipt', details[0].message, details);
}
