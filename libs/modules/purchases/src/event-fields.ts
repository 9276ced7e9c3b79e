import { Field } from '@cubit/core';
import { Type } from 'typebox';
import { ORDER_STATUSES } from './order/order-status.js';
import { orderFields } from './order/order.fields.js';
import { receiptLine } from './receipt/receipt-line.js';
import type { UnitCost } from './receipt/receipt-posting.js';

export const orderId = Field.ref('purchases:order', { title: 'Order', description: 'The order concerned.' });
export const orderItemId = Field.ref('purchases:order_item', {
  title: 'Order line',
  description: 'The order line concerned.',
});
const receiptId = Field.ref('purchases:receipt', { title: 'Receipt', description: 'The receipt concerned.' });
export const supplierId = Field.ref('purchases:supplier', {
  title: 'Supplier',
  description: 'The supplier concerned.',
});
export const supplierPartId = Field.ref('purchases:supplier_part', {
  title: 'Supplier part',
  description: 'The supplier part concerned.',
});
const requestId = Field.ref('purchases:request', { title: 'Request', description: 'The request concerned.' });
export const partId = Field.ref('inventory:part', { title: 'Part', description: 'The part concerned.' });

export const optional = {
  partId: Type.Optional(
    Field.described({ title: 'Part', description: 'The part concerned. Absent for an item without a part.' }, partId),
  ),
  text: Type.Optional(Type.String()),
  date: Type.Optional(Field.date()),
  money: Type.Optional(Field.money()),
};
export const optionalSupplierPartId = Type.Optional(
  Field.described(
    { title: 'Supplier part', description: 'How the supplier sells the part. Absent if not known.' },
    supplierPartId,
  ),
);

export const text = (title: string, description: string) => Type.String({ title, description });
export const orderStatus = (title: string, description: string) =>
  Type.Unsafe<string>({ type: 'string', enum: [...ORDER_STATUSES], title, description });
export const ofOrder = orderFields.properties;
export const ofLine = receiptLine.properties;

export const supplierName = text('Name', 'Name of the supplier.');

const orderNumber = text('Number', 'Number of the order, such as `PO-0001`.');
export const orderMembers = {
  orderId,
  number: orderNumber,
  supplierId: Type.Optional(
    Field.described(
      { title: 'Supplier', description: 'The supplier of the order. Absent if it has none yet.' },
      supplierId,
    ),
  ),
  supplierRef: Field.described(ofOrder.supplier_ref, optional.text),
};

export const expectedOnText = { title: 'Expected', description: 'Expected date of arrival.' };
export const expectedOn = Field.described(expectedOnText, optional.date);
export const total = Field.described(ofOrder.total, optional.money);
export const openLines = Type.Integer({
  title: 'Open lines',
  description: 'Number of lines with an outstanding quantity.',
});

export const lineTitle = text('Title', 'Title of the order line: its description, or that of its part.');
export const lineFields = {
  orderItemId,
  orderId,
  receiptId,
  receiptLine: Type.Integer({ title: 'Receipt line', description: 'Number of the receipt line, from 1.' }),
  number: orderNumber,
  title: lineTitle,
  partId: optional.partId,
  qty: Type.Number({ title: 'Quantity', description: 'Quantity of the receipt line, in purchase units.' }),
  stockQty: Type.Number({ title: 'In stock units', description: 'Quantity of the receipt line, in stock units.' }),
  delta: Type.Number({
    title: 'Change of stock',
    description: 'Change of stock, in stock units; negative if stock is removed.',
  }),
  outstanding: Type.Number({
    title: 'Outstanding',
    description: 'Outstanding quantity of the order line after the whole receipt, in purchase units.',
  }),
  causeKey: text('Cause key', 'Cause key (idempotency key) of the stock posting.'),
};

export const unitCost = Type.Unsafe<UnitCost>({
  type: 'object',
  title: 'Cost each',
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

export const requestMembers = {
  requestId,
  partId: optional.partId,
  title: text('Title', 'What is requested: the description, or the title of the part.'),
  qty: Type.Optional(Type.Number({ title: 'Quantity', description: 'Requested quantity, in stock units.' })),
};
