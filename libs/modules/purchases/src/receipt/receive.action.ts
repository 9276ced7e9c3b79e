import { defineAction, Field, type ModuleContext, validationFailed } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input } from '../action-input.js';
import {
  orderArrived,
  orderItemReceived,
  orderPartiallyReceived,
  orderStatusChanged,
  orderUpdated,
  requestFulfilled,
} from '../events.js';
import { order } from '../order/order.kind.js';
import { orderRecord, type Order } from '../order/order.fields.js';
import { isReceiving } from '../order/order-status.js';
import { orderItem } from '../order-item/order-item.kind.js';
import type { OrderItem } from '../order-item/order-item.fields.js';
import { notReceivingError, postReceipt } from './post-receipt.js';
import { receiptLines, type ReceiptLine } from './receipt-line.js';

export const receive = defineAction({
  id: 'purchases:receive',
  title: 'Receive',
  description:
    'Creates a receipt for the given lines; lines with a part increase stock. Refused with `409 purchases_over_receipt` if a quantity exceeds what is outstanding, unless `allow_over` is set. On an order line without `lines`, receives all that is outstanding.',
  appliesTo: [order, orderItem],
  input: input({
    lines: Type.Optional(receiptLines),
    allow_over: Type.Optional(
      Field.boolean({
        title: 'More than ordered',
        default: false,
        description: 'Accept quantities that exceed what is outstanding.',
      }),
    ),
    packing_slip: Type.Optional(
      Field.text({ title: 'Packing slip', minLength: 1, description: 'Number of the packing slip.' }),
    ),
    file: Type.Optional(Field.file({ title: 'File', description: 'Scan of the packing slip.' })),
  }),
  output: Type.Object({ receipt: Type.String({ format: 'uuid' }) }),
  emits: [orderItemReceived, orderPartiallyReceived, orderArrived, orderStatusChanged, orderUpdated, requestFulfilled],
  agent: { words: ['arrived', 'unpack', 'check in', 'got', 'delivered', 'incoming goods'] },
  effects: EFFECTS,
  undoneBy: 'purchases:reverse_receipt',
  ui: {
    done: 'Received goods for {title}',
    icon: 'package-check',
    tone: 'primary',
    key: 'r',
    order: 20,
    prefill: {
      lines: {
        rows: 'purchases:order_item',
        by: 'order',
        filter: 'outstanding > 0',
        members: { order_item: { field: 'id' }, qty: { field: 'outstanding' } },
        show: [{ field: 'qty', title: 'Ordered' }, 'qty_received', 'outstanding'],
      },
    },
  },
  undo:
    () =>
    ({ receipt: id }) => ({ record: { kind: 'purchases:receipt', id }, input: { reason: 'Undone', discard: true } }),
  example: {
    title: 'Receive forty',
    input: {
      lines: [{ order_item: '0192f0c1-2d3e-7000-8000-000000000003', qty: 40, lot: 'L-2026-03' }],
      packing_slip: 'LS-991',
    },
  },
  lookup: orderOf,
  available(_target, { found: order, input: given }) {
    const { status } = order.fields;
    // After a concurrent receipt of the last line the run reports the over-receipt, not the status.
    const isOver = status === 'arrived' && given !== undefined && given.allow_over !== true;
    return isReceiving(status) || isOver || notReceivingError(order);
  },
  async run(context, target, { lines: given, allow_over: allowOver = false, packing_slip: packingSlip, file }) {
    const own = isLine(target) ? target : null;
    const owner = await orderOf(context, target);
    const lines = given ?? outstandingOf(own);
    const made = await postReceipt(context, { order: owner, lines, allowOver, packingSlip, file });
    return { receipt: made.id };
  },
});

async function orderOf({ records }: ModuleContext, target: Order | OrderItem): Promise<Order> {
  return isLine(target) ? records.get(orderRecord, target.fields.order) : target;
}

function isLine(target: Order | OrderItem): target is OrderItem {
  return target.kind === orderItem.id;
}

function outstandingOf(line: OrderItem | null): readonly ReceiptLine[] {
  const missing = 'Name the received lines and their quantities.';
  if (!line) throw validationFailed([{ path: '/input/lines', code: 'required', message: missing }]);
  // With nothing outstanding, the whole quantity is requested, so that the over-receipt is reported.
  return [{ order_item: line.id, qty: line.fields.outstanding || line.fields.qty }];
}
