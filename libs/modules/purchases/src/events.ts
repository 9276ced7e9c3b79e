import { defineEvent, Field } from '@cubit/core';
import type { Money } from '@cubit/decimal';
import { Type } from 'typebox';
import {
  expectedOn,
  expectedOnText,
  lineFields,
  lineTitle,
  ofLine,
  ofOrder,
  openLines,
  optional,
  optionalSupplierPartId,
  orderId,
  orderItemId,
  orderMembers,
  orderStatus,
  partId,
  requestMembers,
  supplierId,
  supplierName,
  supplierPartId,
  text,
  total,
  unitCost,
} from './event-fields.js';

const id = (last: number) => `0192f0c1-2d3e-7000-8000-00000000000${last}`;
const eur = (amount: string): Money => ({ amount, currency: 'EUR' });
const SUPPLIER = { supplierId: id(1), name: 'Bolts & Co' };
const ORDER = { orderId: id(2), number: 'PO-0001', supplierId: id(1), supplierRef: 'SO-4711' };
const LINK = '/modules/purchases/records/order/{orderId}';
const reason = Type.Optional(text('Reason', 'Why, as entered. Absent without one.'));

export const supplierCreated = defineEvent({
  name: 'purchases.supplier.created',
  title: 'Supplier created',
  description: 'A supplier was added.',
  payload: Type.Object({ supplierId, name: supplierName }),
  example: SUPPLIER,
});

export const supplierUpdated = defineEvent({
  name: 'purchases.supplier.updated',
  title: 'Supplier changed',
  description: 'A field of a supplier changed.',
  payload: Type.Object({ supplierId, name: supplierName, changes: Field.changes() }),
  example: { ...SUPPLIER, changes: { lead_time_days: { from: 5, to: 10 } } },
});

export const supplierPartCreated = defineEvent({
  name: 'purchases.supplier_part.created',
  title: 'Supplier part created',
  description: 'A part of the inventory was listed as sold by a supplier.',
  payload: Type.Object({
    supplierPartId,
    supplierId,
    partId,
    sku: text('Supplier part number', 'Part number of the supplier.'),
  }),
  example: { supplierPartId: id(3), supplierId: id(1), partId: id(4), sku: 'BC-M3-10' },
});

export const orderCreated = defineEvent({
  name: 'purchases.order.created',
  title: 'Order created',
  description: 'An order was created: by a member, by an import, from the shopping list or because stock is low.',
  payload: Type.Object(orderMembers),
  example: ORDER,
});

export const orderUpdated = defineEvent({
  name: 'purchases.order.updated',
  title: 'Order changed',
  description: 'A field that users edit changed, on the order or on its lines.',
  payload: Type.Object({ ...orderMembers, changes: Field.changes() }),
  example: { ...ORDER, changes: { line_count: { from: 1, to: 2 } } },
});

export const orderPlaced = defineEvent({
  name: 'purchases.order.placed',
  title: 'Order placed',
  description: 'The order was placed with its supplier: its quantities are on order.',
  payload: Type.Object({ ...orderMembers, total, expectedOn }),
  example: { ...ORDER, total: eur('46.80'), expectedOn: '2026-03-20' },
});

export const orderShipped = defineEvent({
  name: 'purchases.order.shipped',
  title: 'Order shipped',
  description: 'The order was marked as shipped by its supplier.',
  payload: Type.Object({
    ...orderMembers,
    carrier: Field.described(ofOrder.carrier, optional.text),
    trackingNumber: Field.described(ofOrder.tracking_number, optional.text),
    expectedOn,
  }),
  example: { ...ORDER, carrier: 'DHL', trackingNumber: '00340434161094', expectedOn: '2026-03-20' },
});

export const orderStatusChanged = defineEvent({
  name: 'purchases.order.status_changed',
  title: 'Order status changed',
  description: 'Emitted for every change of the status, in addition to the specific event.',
  payload: Type.Object({
    ...orderMembers,
    from: orderStatus('From', 'The previous status.'),
    to: orderStatus('To', 'The new status.'),
    reason,
  }),
  example: { ...ORDER, from: 'draft', to: 'ordered' },
});

export const orderPartiallyReceived = defineEvent({
  name: 'purchases.order.partially_received',
  title: 'Order partially received',
  description: 'Part of the order was received, and part is outstanding.',
  payload: Type.Object({
    ...orderMembers,
    receivedPct: Field.described(ofOrder.received_pct, Type.Number()),
    openLines,
  }),
  example: { ...ORDER, receivedPct: 40, openLines: 1 },
});

export const orderArrived = defineEvent({
  name: 'purchases.order.arrived',
  title: 'Order arrived',
  description: 'Nothing is outstanding. Emitted again only if a receipt is reversed and the rest arrives.',
  payload: Type.Object({ ...orderMembers, total }),
  example: { ...ORDER, total: eur('46.80') },
  notification: { message: 'Order {number} has arrived.', link: LINK, priority: 'normal' },
});

export const orderClosedShort = defineEvent({
  name: 'purchases.order.closed_short',
  title: 'Order closed short',
  description: 'The outstanding rest was cancelled.',
  payload: Type.Object({
    ...orderMembers,
    cancelledLines: Type.Integer({
      title: 'Cancelled lines',
      description: 'Number of lines of which a quantity was cancelled.',
    }),
    reason,
  }),
  example: { ...ORDER, cancelledLines: 1, reason: 'Discontinued' },
});

export const orderCancelled = defineEvent({
  name: 'purchases.order.cancelled',
  title: 'Order cancelled',
  description: 'The order was cancelled before anything was received.',
  payload: Type.Object({ ...orderMembers, reason }),
  example: { ...ORDER, reason: 'Found it cheaper' },
});

export const orderOverdue = defineEvent({
  name: 'purchases.order.overdue',
  title: 'Order overdue',
  description: 'The expected date has passed. Emitted once per expected date.',
  payload: Type.Object({ ...orderMembers, expectedOn: Field.date(expectedOnText), openLines }),
  example: { ...ORDER, expectedOn: '2026-03-20', openLines: 2 },
  notification: {
    message: 'Order {number} is overdue: it was expected on {expectedOn}.',
    link: LINK,
    priority: 'high',
  },
});

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
    supplierPartId: optionalSupplierPartId,
    exact: Type.Optional(
      Type.String({
        title: 'Exact quantity',
        description: '`delta` without rounding, in the plain unit of the part: `g`, `m`, `l`, `pcs`.',
      }),
    ),
    unitCost: Type.Optional(unitCost),
    currency: Type.Optional(
      text('Currency', 'ISO 4217 code of the currency of the cost, otherwise of the order line.'),
    ),
    locationId: Type.Optional(
      Field.ref('spaces:location', {
        title: 'Location',
        description: 'Location for the stock. Absent: the default location of the part.',
      }),
    ),
    lot: Field.described(ofLine.lot, optional.text),
    serials: Type.Optional(Field.described(ofLine.serials, Type.Array(Type.String()))),
    expiresOn: Field.described(ofLine.expires_on, optional.date),
    status: Field.described(ofLine.status, optional.text),
    projectId: Type.Optional(
      Field.ref('projects:project', { title: 'Project', description: 'The project of the order.' }),
    ),
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
    reason: text('Reason', 'Why the receipt was reversed, as entered.'),
    reverses: text('Reverses', 'Cause key of the posting to reverse.'),
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
  description: 'The price of an existing line changed. On an open order, the last price of its supplier part follows.',
  payload: Type.Object({
    orderItemId,
    orderId,
    partId: optional.partId,
    supplierPartId: optionalSupplierPartId,
    title: lineTitle,
    from: Field.described(
      { title: 'From', description: 'Previous price of one purchase unit. Absent if there was none.' },
      optional.money,
    ),
    to: Field.described(
      { title: 'To', description: 'New price of one purchase unit. Absent if it was removed.' },
      optional.money,
    ),
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
  description: 'Something was put on the shopping list.',
  payload: Type.Object({
    ...requestMembers,
    neededBy: Field.described(
      { title: 'Needed by', description: 'Date by which it must have arrived.' },
      optional.date,
    ),
  }),
  example: { requestId: id(8), partId: id(4), title: 'M3×10 socket head screw', qty: 20 },
});

export const requestFulfilled = defineEvent({
  name: 'purchases.request.fulfilled',
  title: 'Request fulfilled',
  description: 'What was requested has arrived, or the request was marked as fulfilled.',
  payload: Type.Object({
    ...requestMembers,
    orderItemId: Type.Optional(
      Field.described({ title: 'Order line', description: 'The order line for the request, if any.' }, orderItemId),
    ),
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
