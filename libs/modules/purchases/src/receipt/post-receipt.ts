import { compact, type CubitError, errorOf, type ModuleContext } from '@cubit/core';
import { exactToText, mostOf } from '@cubit/decimal';
import { orderItemReceived, orderPartiallyReceived } from '../events.js';
import { inPurchaseUnits, inStockUnits, quantitiesOf, storedQuantities } from '../order-item/line-quantities.js';
import { linesOf } from '../order-item/lines-of.js';
import type { ReceivedNote } from '../order-item/apply-line-effects.js';
import { orderItemRecord, type OrderItem } from '../order-item/order-item.fields.js';
import { orderPayload } from '../order/order-events.js';
import { isReceiving } from '../order/order-status.js';
import { orderRecord, type Order } from '../order/order.fields.js';
import { convertLines, exactOf } from './convert-lines.js';
import { receivedTotals, checkLines, destinationOf, refuseOverReceipt } from './check-lines.js';
import { causeKeyOf, unitCostOf } from './receipt-posting.js';
import type { ReceiptLine, StoredLine } from './receipt-line.js';
import { receipt, type Receipt } from './receipt.kind.js';

export interface ReceiptInput {
  readonly order: Order;
  readonly lines: readonly ReceiptLine[];
  readonly allowOver: boolean;
  readonly packingSlip?: string | undefined;
  readonly file?: string | undefined;
  readonly receivedAt?: string | undefined;
  /** Path of a location in the request that applies to all lines. */
  readonly locationAt?: string | undefined;
}

/** Creates a receipt in a constant number of statements. The order is locked, so that nothing is received twice. */
export async function postReceipt(context: ModuleContext, input: ReceiptInput): Promise<Receipt> {
  const { order, allowOver, locationAt, receivedAt = context.now.toISOString() } = input;
  const own = await linesOf(context, [order.id], { lock: true });
  const items = new Map(own.map((item) => [item.id, item]));
  const lines = await convertLines(context, input.lines, items);
  await checkLines(context, { order, lines, items, locationAt });
  // After a concurrent receipt of the last line the order has arrived: report the over-receipt, not the status.
  const hasArrived = order.fields.status === 'arrived';
  if (!allowOver && (hasArrived || isReceiving(order.fields.status))) refuseOverReceipt(lines, items);
  if (!isReceiving(order.fields.status)) throw notReceivingError(order);
  const made = await context.records.create(
    receipt,
    compact({
      order: order.id,
      lines: [...lines],
      received_at: receivedAt,
      received_by: context.actor.id ?? undefined,
      packing_slip: input.packingSlip,
      file: input.file,
    }),
    { path: (field) => `/input/${field}` },
  );
  const sums = receivedTotals(lines, items);
  for (const [index, line] of lines.entries()) {
    const item = items.get(line.order_item) as OrderItem;
    const own = quantitiesOf(item.fields);
    const rest = mostOf(0n, own.ordered - own.cancelled - (sums.get(item.id) ?? 0n));
    const outstanding = inPurchaseUnits(rest, own);
    context.emit(orderItemReceived, payloadOf(made, { order, line, index, item, outstanding }));
  }
  // The note makes the write of the lines update the status of the order.
  const note: ReceivedNote = { receivedAt };
  await context.records.updateMany(
    orderItemRecord,
    [...sums].map(([id, received]) => {
      const own = quantitiesOf((items.get(id) as OrderItem).fields);
      return { id, fields: { exact: storedQuantities({ ...own, received }) }, note };
    }),
  );
  await emitProgress(context, order.id);
  return made;
}

export function notReceivingError({ fields: { status, number = '' } }: Order): CubitError {
  const message = `The order '${number}' cannot be received: its status is '${status}'.`;
  return errorOf('invalid_transition', message, {
    details: [{ path: '/record', code: 'invalid_transition', message }],
  });
}

interface ReceivedLine {
  readonly order: Order;
  readonly line: StoredLine;
  readonly index: number;
  readonly item: OrderItem;
  /** Of the order line, after the whole receipt. */
  readonly outstanding: number;
}

function payloadOf({ id: receiptId }: Receipt, { order, line, index, item, outstanding }: ReceivedLine) {
  const { part, supplier_part, currency } = item.fields;
  const own = quantitiesOf(item.fields);
  const stockQty = inStockUnits(exactOf(line, own), own);
  return compact({
    orderItemId: item.id,
    orderId: order.id,
    receiptId,
    receiptLine: index + 1,
    number: order.title,
    title: item.title,
    partId: part,
    supplierPartId: supplier_part,
    qty: line.qty,
    stockQty,
    delta: stockQty,
    exact: part === undefined ? undefined : exactToText(exactOf(line, own)),
    unitCost: line.unit_cost ?? unitCostOf(item),
    currency: line.unit_cost?.currency ?? currency,
    locationId: destinationOf(order, line, item),
    lot: line.lot,
    serials: line.serials,
    expiresOn: line.expires_on,
    status: line.status,
    projectId: order.fields.project,
    outstanding,
    causeKey: causeKeyOf(receiptId, index),
  });
}

async function emitProgress({ records, emit }: ModuleContext, id: string): Promise<void> {
  const order = await records.get(orderRecord, id);
  const { received_pct: receivedPct, open_lines: openLines } = order.fields;
  if (openLines > 0) emit(orderPartiallyReceived, { orderId: id, ...orderPayload(order), receivedPct, openLines });
}
