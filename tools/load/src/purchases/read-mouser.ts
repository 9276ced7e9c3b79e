import { amount, cell, present, quantity } from './cell.js';
import type { PurchaseOrder } from './purchase-dataset.js';
import type { Row } from './read-purchases.js';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The sales order export of Mouser. */
export function readMouser(rows: readonly Row[], name: string): PurchaseOrder {
  const [first] = rows;
  const supplierRef = first && cell(first, 'Sales Order #:');
  if (!supplierRef) throw new Error(`'${name}' has no number of a sales order.`);
  return {
    supplier: { name: 'Mouser', website: 'https://www.mouser.com' },
    supplierRef,
    currency: 'USD',
    ...present({ orderedAt: dayOf(cell(first, 'Order Date:')) }),
    lines: rows.map((row) => ({
      sku: cell(row, 'Mouser #:'),
      mpn: cell(row, 'Mfr. #:'),
      description: cell(row, 'Desc.:'),
      qty: quantity(cell(row, 'Order Qty.')),
      unitPrice: amount(cell(row, 'Price (USD)')),
      ...present({ note: cell(row, 'Customer #') }),
    })),
  };
}

/** Converts `31-Oct-23` to an instant; empty if the text is not such a date. */
function dayOf(text: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})-(\w{3})-(\d{2})$/.exec(text) ?? [];
  const index = MONTHS.indexOf(month);
  return index < 0 ? '' : `20${year}-${String(index + 1).padStart(2, '0')}-${day.padStart(2, '0')}T00:00:00.000Z`;
}
