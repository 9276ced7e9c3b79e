import { amount, cell, present, quantity, type Row } from './cell.js';
import type { PurchaseOrder } from './purchase-dataset.js';

const EXPORTED = /(\d{4})(\d{2})(\d{2})_\d{6}/;

/** The order export of LCSC. It has no order number; the export time in the file name is used instead. */
export function readLcsc(rows: readonly Row[], name: string): PurchaseOrder {
  const exported = EXPORTED.exec(name);
  if (!exported)
    throw new Error(
      `'${name}' does not contain the time of the export; name the file as LCSC does: LCSC_Exported__20241222_232701.csv.`,
    );
  return {
    supplier: { name: 'LCSC', website: 'https://www.lcsc.com' },
    supplierRef: exported[0],
    currency: 'USD',
    lines: rows.map((row) => {
      const least = Number(cell(row, 'Min\\Mult Order Qty.').split('\\')[0]);
      return {
        sku: cell(row, 'LCSC Part Number'),
        mpn: cell(row, 'Manufacture Part Number'),
        description: cell(row, 'Description'),
        qty: quantity(cell(row, 'Order Qty.')),
        unitPrice: amount(cell(row, 'Unit Price($)')),
        ...present({ manufacturer: cell(row, 'Manufacturer'), note: cell(row, 'Customer NO.') }),
        ...(least > 1 ? { moq: least } : {}),
      };
    }),
  };
}
