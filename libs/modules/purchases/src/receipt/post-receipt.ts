import { compact, fail, subtractDecimals, type ModuleContext } from '@cubit/core';
import { orderItemReceived, orderPartiallyReceived } from '../events.js';
import { inStock } from '../order-item/derive-item.js';
import { linesOf } from '../order-item/lines-of.js';
import type { ReceivedNote } from '../order-item/settle-items.js';
import { orderItemRecord, type OrderItem } from '../order-item/order-item.fields.js';
import { orderPayload } from '../order/order-news.js';
import { isReceiving } from '../order/order-status.js';
import { orderRecord, type Order } from '../order/order.fields.js';
import { addUp, checkLines, destinationOf, refuseOverReceipt } from './check-lines.js';
import { causeKeyOf, unitCostOf } from './receipt-posting.js';
import type { ReceiptLine } from './receipt-line.js';
import { receipt, type Receipt } from './receipt.kind.js';

export interface Delivery {
  readonly order: Order;
  readonly lines: readonly ReceiptLine[];
  readonly allowOver: boolean;
  readonly packingSlip?: string | undefined;
  readonly file?: string | undefined;
  readonly receivedAt?: string | undefined;
  /** Where the client said where all of it goes; absent: with each line. */
  readonly locationAt?: string | undefined;
}

/** Books what came: a few statements however many lines there are. The order is held, so that nothing is received twice. */
export async function postReceipt(context: ModuleContext, delivery: Delivery): Promise<Receipt> {
  const { order, lines, allowOver, locationAt, receivedAt = context.now.toISOString() } = delivery;
  const own = await linesOf(context, [order.id], { lock: true });
  const items = new Map(own.map((item) => [item.id, item]));
  await checkLines(context, { order, lines, items, locationAt });
  // An order that has arrived has nothing outstanding: whoever comes second to its last line is told so.
  const hasArrived = order.fields.status === 'arrived';
  if (!allowOver && (hasArrived || isReceiving(order.fields.status))) refuseOverReceipt(lines, items);
  if (!isReceiving(order.fields.status)) throw notReceiving(order);
  const made = await context.records.create(
    receipt,
    compact({
      order: order.id,
      lines: [...lines],
      received_at: receivedAt,
      received_by: context.actor.id ?? undefined,
      packing_slip: delivery.packingSlip,
      file: delivery.file,
    }),
    { path: (field) => `/input/${field}` },
  );
  const sums = addUp(lines, items);
  for (const [index, line] of lines.entries()) {
    const item = items.get(line.order_item) as OrderItem;
    const outstanding = Math.max(
      0,
      subtractDecimals(item.fields.qty, item.fields.qty_cancelled, sums.get(item.id) ?? 0),
    );
    context.emit(orderItemReceived, payloadOf(made, { order, line, index, item, outstanding }));
  }
  // The order moves on with its totals: a note for whoever adds them up.
  const note: ReceivedNote = { receivedAt };
  await context.records.updateMany(
    orderItemRecord,
    [...sums].map(([id, qty_received]) => ({ id, fields: { qty_received }, note })),
  );
  await tellProgress(context, order.id);
  return made;
}

function notReceiving({ fields: { status, number = '' } }: Order): Error {
  const message = `Nothing can be received of '${number}': it is ${status.replace('_', ' ')}.`;
  return fail('invalid_transition', message, { details: [{ path: '/record', code: 'invalid_transition', message }] });
}

interface LinePlace {
  readonly order: Order;
  readonly line: ReceiptLine;
  readonly index: number;
  readonly item: OrderItem;
  /** Of the line, after all of the receipt. */
  readonly outstanding: number;
}

function payloadOf({ id: receiptId }: Receipt, { order, line, index, item, outstanding }: LinePlace) {
  const { part, pack_qty, supplier_part, currency } = item.fields;
  const stockQty = inStock(line.qty, pack_qty);
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

async function tellProgress({ records, emit }: ModuleContext, id: string): Promise<void> {
  const order = await records.get(orderRecord, id);
  const { received_pct: receivedPct, open_lines: openLines } = order.fields;
  if (openLines > 0) emit(orderPartiallyReceived, { orderId: id, ...orderPayload(order), receivedPct, openLines });
}
