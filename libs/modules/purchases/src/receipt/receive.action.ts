import { defineAction, Field, validationFailed } from '@cubit/core';
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
import { orderItem } from '../order-item/order-item.kind.js';
import type { OrderItem } from '../order-item/order-item.fields.js';
import { postReceipt } from './post-receipt.js';
import { receiptLines, type ReceiptLine } from './receipt-line.js';

export const receive = defineAction({
  id: 'purchases:receive',
  title: 'Receive',
  description:
    'Books what came, line by line: a receipt is made, and lines with a part raise stock. More than is outstanding is `409 purchases_over_receipt` unless `allow_over`. Of a single line, without `lines`, all that is outstanding comes.',
  appliesTo: [order, orderItem],
  input: input({
    lines: Type.Optional(receiptLines),
    allow_over: Type.Optional(Field.boolean({ default: false })),
    packing_slip: Type.Optional(Field.text({ minLength: 1 })),
    file: Type.Optional(Field.file({ description: 'The packing slip, scanned.' })),
  }),
  output: Type.Object({ receipt: Type.String({ format: 'uuid' }) }),
  emits: [orderItemReceived, orderPartiallyReceived, orderArrived, orderStatusChanged, orderUpdated, requestFulfilled],
  effects: EFFECTS,
  undoneBy: 'purchases:reverse_receipt',
  example: {
    title: 'Forty of them came',
    input: {
      lines: [{ order_item: '0192f0c1-2d3e-7000-8000-000000000003', qty: 40, lot: 'L-2026-03' }],
      packing_slip: 'LS-991',
    },
  },
  async run(context, target, { lines: given, allow_over: allowOver = false, packing_slip: packingSlip, file }) {
    const own = isLine(target) ? target : null;
    const held = isLine(target) ? await context.records.get(orderRecord, target.fields.order) : target;
    const lines = given ?? outstandingOf(own);
    const made = await postReceipt(context, { order: held, lines, allowOver, packingSlip, file });
    return { receipt: made.id };
  },
});

function isLine(target: Order | OrderItem): target is OrderItem {
  return target.kind === orderItem.id;
}

function outstandingOf(line: OrderItem | null): readonly ReceiptLine[] {
  const missing = 'Say what came of which line.';
  if (!line) throw validationFailed([{ path: '/input/lines', code: 'required', message: missing }]);
  // Nothing outstanding is received as the whole line: too much, which is then said.
  return [{ order_item: line.id, qty: line.fields.outstanding || line.fields.qty }];
}
