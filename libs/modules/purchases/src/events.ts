import { defineEvent, Field } from '@cubit/core';
import type { Money } from '@cubit/decimal';
import { Type } from 'typebox';
import type { UnitCost } from './receipt/receipt-posting.js';
import { ORDER_STATUSES } from './order/order-status.js';

const orderId = Field.ref('purchases:order');
const orderItemId = Field.ref('purchases:order_item');
const receiptId = Field.ref('purchases:receipt');
const supplierId = Field.ref('purchases:supplier');
const supplierPartId = Field.ref('purchases:supplier_part');
const requestId = Field.ref('purchases:request');
const partId = Field.ref('inventory:part');
const optional = {
  supplierId: Type.Optional(supplierId),
  supplierPartId: Type.Optional(supplierPartId),
  partId: Type.Optional(partId),
  text: Type.Optional(Type.String()),
  qty: Type.Optional(Type.Number()),
  date: Type.Optional(Field.date()),
  money: Type.Optional(Field.money()),
};
const text = Type.String();
const qty = Type.Number();
const changes = Type.Record(Type.String(), Type.Object({ from: Type.Unknown(), to: Type.Unknown() }));
const orderStatus = Type.Unsafe<string>({ type: 'string', enum: [...ORDER_STATUSES] });

const id = (last: number) => `0192f0c1-2d3e-7000-8000-00000000000${last}`;
const eur = (amount: string): Money => ({ amount, currency: 'EUR' });
const SUPPLIER = { supplierId: id(1), name: 'Bolts & Co' };
const ORDER = { orderId: id(2), number: 'PO-0001', supplierId: id(1), supplierRef: 'SO-4711' };
const LINK = '/modules/purchases/records/order/{orderId}';

export const supplierCreated = defineEvent({
  name: 'purchases.supplier.created',
  title: 'Supplier created',
  payload: Type.Object({ supplierId, name: text }),
  example: SUPPLIER,
});

export const supplierUpdated = defineEvent({
  name: 'purchases.supplier.updated',
  title: 'Supplier changed',
  payload: Type.Object({ supplierId, name: text, changes }),
  example: { ...SUPPLIER, changes: { lead_time_days: { from: 5, to: 10 } } },
});

export const supplierPartCreated = defineEvent({
  name: 'purchases.supplier_part.created',
  title: 'Supplier part created',
  payload: Type.Object({ supplierPartId, supplierId, partId, sku: text }),
  example: { supplierPartId: id(3), supplierId: id(1), partId: id(4), sku: 'BC-M3-10' },
});

const orderFields = { orderId, number: text, supplierId: optional.supplierId, supplierRef: optional.text };

export const orderCreated = defineEvent({
  name: 'purchases.order.created',
  title: 'Order created',
  payload: Type.Object(orderFields),
  example: ORDER,
});

export const orderUpdated = defineEvent({
  name: 'purchases.order.updated',
  title: 'Order changed',
  description: 'A field that users edit changed, on the order or on its lines.',
  payload: Type.Object({ ...orderFields, changes }),
  example: { ...ORDER, changes: { line_count: { from: 1, to: 2 } } },
});

export const orderPlaced = defineEvent({
  name: 'purchases.order.placed',
  title: 'Order placed',
  payload: Type.Object({ ...orderFields, total: optional.money, expectedOn: optional.date }),
  example: { ...ORDER, total: eur('46.80'), expectedOn: '2026-03-20' },
});

export const orderShipped = defineEvent({
  name: 'purchases.order.shipped',
  title: 'Order shipped',
  payload: Type.Object({
    ...orderFields,
    carrier: optional.text,
    trackingNumber: optional.text,
    expectedOn: optional.date,
  }),
  example: { ...ORDER, carrier: 'DHL', trackingNumber: '00340434161094', expectedOn: '2026-03-20' },
});

export const orderStatusChanged = defineEvent({
  name: 'purchases.order.status_changed',
  title: 'Order status changed',
  payload: Type.Object({ ...orderFields, from: orderStatus, to: orderStatus }),
  example: { ...ORDER, from: 'draft', to: 'ordered' },
});

export const orderPartiallyReceived = defineEvent({
  name: 'purchases.order.partially_received',
  title: 'Order partially received',
  description: 'Part of the order was received, and part is outstanding.',
  payload: Type.Object({ ...orderFields, receivedPct: qty, openLines: Type.Integer() }),
  example: { ...ORDER, receivedPct: 40, openLines: 1 },
});

export const orderArrived = defineEvent({
  name: 'purchases.order.arrived',
  title: 'Order arrived',
  description: 'Nothing is outstanding. Emitted again only if a receipt is reversed and the rest arrives.',
  payload: Type.Object({ ...orderFields, total: optional.money }),
  example: { ...ORDER, total: eur('46.80') },
  notification: { message: 'Order {number} has arrived.', link: LINK, priority: 'normal' },
});

export const orderClosedShort = defineEvent({
  name: 'purchases.order.closed_short',
  title: 'Order closed short',
  description: 'The outstanding rest was cancelled.',
  payload: Type.Object({ ...orderFields, cancelledLines: Type.Integer(), reason: optional.text }),
  example: { ...ORDER, cancelledLines: 1, reason: 'Discontinued' },
});

export const orderCancelled = defineEvent({
  name: 'purchases.order.cancelled',
  title: 'Order cancelled',
  payload: Type.Object(orderFields),
  example: ORDER,
});

export const orderOverdue = defineEvent({
  name: 'purchases.order.overdue',
  title: 'Order overdue',
  description: 'The expected date has passed. Emitted once per expected date.',
  payload: Type.Object({ ...orderFields, expectedOn: Field.date(), openLines: Type.Integer() }),
  example: { ...ORDER, expectedOn: '2026-03-20', openLines: 2 },
  notification: {
    message: 'Order {number} is overdue: it was expected on {expectedOn}.',
    link: LINK,
    priority: 'high',
  },
});

const unitCost = Type.Unsafe<UnitCost>({
  type: 'object',
  description: 'Cost of one stock unit. `paid` is what it was divided from.',
  properties: {
    amount: { type: 'string' },
    currency: { type: 'string' },
    paid: {
      type: 'object',
      properties: {
        amount: { type: 'string', description: 'Price of one purchase unit.' },
        qty: { type: 'string', description: 'Quantity of one purchase unit, in the plain unit: `g`, `m`, `l`, `pcs`.' },
      },
      required: ['amount', 'qty'],
    },
  },
  required: ['amount', 'currency'],
  'x-type': 'money',
});
const lineFields = {
  orderItemId,
  orderId,
  receiptId,
  receiptLine: Type.Integer({ description: 'Number of the receipt line, from 1.' }),
  number: Type.String({ description: 'Number of the order.' }),
  title: Type.String({ description: 'Title of the order line.' }),
  partId: optional.partId,
  qty: Type.Number({ description: 'Quantity in purchase units.' }),
  stockQty: Type.Number({ description: 'Quantity in stock units.' }),
  delta: Type.Number({ description: 'Change of stock, in stock units; negative if stock is removed.' }),
  outstanding: Type.Number({
    description: 'Outstanding quantity of the order line after the whole receipt, in purchase units.',
  }),
  causeKey: Type.String({ description: 'Cause key (idempotency key) of the stock posting.' }),
};
const LINE = {
  orderItemId: id(5),
  orderId: id(2),
  receiptId: id(6),
  receiptLine: 1,
  number: 'PO-0001',
  title: 'M3×10 socket head screw',
  partId: id(4),
  qty: 4,
  stockQty: 400,
};

export const orderItemReceived = defineEvent({
  name: 'purchases.order_item.received',
  title: 'Order line received',
  description:
    'Emitted once per line of a receipt. If the line has a part, the default wire adds the quantity to stock.',
  payload: Type.Object({
    ...lineFields,
    supplierPartId: optional.supplierPartId,
    exact: Type.Optional(
      Type.String({
        title: 'Exact quantity',
        description: '`delta` without rounding, in the plain unit of the part: `g`, `m`, `l`, `pcs`.',
      }),
    ),
    unitCost: Type.Optional(unitCost),
    currency: optional.text,
    locationId: Type.Optional(Field.ref('spaces:location')),
    lot: optional.text,
    serials: Type.Optional(Type.Array(Type.String())),
    expiresOn: optional.date,
    status: Type.Optional(Type.String({ description: 'Stock status. Default: `ok`.' })),
    projectId: Type.Optional(Field.ref('projects:project', { description: 'The project of the order.' })),
  }),
  example: {
    ...LINE,
    delta: 400,
    exact: '400',
    unitCost: eur('0.0390'),
    currency: 'EUR',
    locationId: id(7),
    lot: 'L-2026-03',
    outstanding: 6,
    causeKey: `purchases:receipt:${id(6)}:1:1`,
  },
});

export const orderItemUnreceived = defineEvent({
  name: 'purchases.order_item.unreceived',
  title: 'Order line unreceived',
  description: 'Emitted once per line of a reversed receipt.',
  payload: Type.Object({
    ...lineFields,
    reason: text,
    reverses: Type.String({ description: 'Cause key of the posting to reverse.' }),
  }),
  example: {
    ...LINE,
    delta: -400,
    outstanding: 10,
    reason: 'Booked on the wrong order',
    causeKey: `purchases:receipt:${id(6)}:1:2`,
    reverses: `purchases:receipt:${id(6)}:1:1`,
  },
});

export const orderItemPriceChanged = defineEvent({
  name: 'purchases.order_item.price_changed',
  title: 'Price of an order line changed',
  payload: Type.Object({
    orderItemId,
    orderId,
    partId: optional.partId,
    supplierPartId: optional.supplierPartId,
    title: text,
    from: optional.money,
    to: optional.money,
  }),
  example: {
    orderItemId: id(5),
    orderId: id(2),
    partId: id(4),
    title: 'M3×10 socket head screw',
    from: eur('3.90'),
    to: eur('4.20'),
  },
});

export const requestCreated = defineEvent({
  name: 'purchases.request.created',
  title: 'Request created',
  payload: Type.Object({
    requestId,
    partId: optional.partId,
    title: text,
    qty: optional.qty,
    neededBy: optional.date,
  }),
  example: { requestId: id(8), partId: id(4), title: 'M3×10 socket head screw', qty: 20 },
});

export const requestFulfilled = defineEvent({
  name: 'purchases.request.fulfilled',
  title: 'Request fulfilled',
  payload: Type.Object({
    requestId,
    partId: optional.partId,
    orderItemId: Type.Optional(orderItemId),
    title: text,
    qty: optional.qty,
  }),
  example: { requestId: id(8), partId: id(4), orderItemId: id(5), title: 'M3×10 socket head screw', qty: 20 },
});

export const events = [
  supplierCreated,
  supplierUpdated,
  supplierPartCreated,
  orderCreated,
  orderUpdated,
  orderPlaced,
  orderShipped,
  orderStatusChanged,
  orderPartiallyReceived,
  orderArrived,
  orderClosedShort,
  orderCancelled,
  orderOverdue,
  orderItemReceived,
  orderItemUnreceived,
  orderItemPriceChanged,
  requestCreated,
  requestFulfilled,
] as const;
