import { addDecimals, validationFailed, type ErrorDetail, type ModuleContext } from '@cubit/core';
import { errors } from '../errors.js';
import { locationRecord } from '../foreign.js';
import { inStock } from '../order-item/derive-item.js';
import type { OrderItem } from '../order-item/order-item.fields.js';
import type { Order } from '../order/order.fields.js';
import type { ReceiptLine } from './receipt-line.js';

type Items = ReadonlyMap<string, OrderItem>;

interface Lines {
  readonly order: Order;
  readonly lines: readonly ReceiptLine[];
  readonly items: Items;
  /** Where the client said where all of it goes; absent: with each line. */
  readonly locationAt?: string | undefined;
}

/** Where a line of a receipt goes, as far as the order knows. */
export function destinationOf(order: Order, line: ReceiptLine, item: OrderItem | undefined): string | undefined {
  return line.location ?? item?.fields.destination ?? order.fields.ship_to;
}

/** Every line names one of the order, a place that is in use, and a serial number for each piece. */
export async function checkLines(
  { records }: ModuleContext,
  { order, lines, items, locationAt }: Lines,
): Promise<void> {
  const places = await records.getMany(
    locationRecord,
    lines.flatMap((line) => destinationOf(order, line, items.get(line.order_item)) ?? []),
  );
  const faults = lines.flatMap((line, index): readonly ErrorDetail[] => {
    const { order_item, location, serials, qty } = line;
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
        message: `There is no location ${location}.`,
      });
    if (place?.fields.archived_at !== undefined)
      found.push({
        path: locationAt ?? `${at}/location`,
        code: 'archived',
        message: `'${place.title}', where it goes, is archived: name another location.`,
      });
    const pieces = inStock(qty, item?.fields.pack_qty ?? 1);
    if (serials && item && serials.length !== pieces)
      found.push({ path: `${at}/serials`, code: 'serial_quantity', message: `${pieces} pieces come.` });
    return found;
  });
  if (faults.length > 0) throw validationFailed(faults);
}

/** What of each line will have been received; a line may come in several lots. */
export function addUp(lines: readonly ReceiptLine[], items: Items): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { order_item, qty } of lines)
    sums.set(order_item, addDecimals(sums.get(order_item) ?? items.get(order_item)?.fields.qty_received ?? 0, qty));
  return sums;
}

/** Throws `409` naming every line of which more came than is outstanding. */
export function refuseOverReceipt(lines: readonly ReceiptLine[], items: Items): void {
  const coming = new Map<string, number>();
  const details = lines.flatMap(({ order_item, qty }, index): readonly ErrorDetail[] => {
    const sum = addDecimals(coming.get(order_item) ?? 0, qty);
    coming.set(order_item, sum);
    const item = items.get(order_item);
    const outstanding = item?.fields.outstanding ?? 0;
    if (sum <= outstanding) return [];
    const message = `${outstanding} of '${item?.title ?? ''}' are outstanding, ${sum} came.`;
    return [{ path: `/input/lines/${index}/qty`, code: 'over_receipt', message }];
  });
  if (details[0]) throw errors.fail('purchases_over_receipt', details[0].message, details);
}
