import { amount, cell, present, quantity } from './cell.js';
import type { PurchaseOrder } from './purchase-dataset.js';
import type { Row } from './read-purchases.js';

/** Both formats of Digi-Key: a sales order page, and its product list. Only the file name contains the number. */
export function readDigikey(rows: readonly Row[], name: string): PurchaseOrder {
  const supplierRef = /\d{6,}/.exec(name)?.[0];
  if (supplierRef === undefined)
    throw new Error(`'${name}' does not name the sales order; call the file by its number, as Digi-Key does.`);
  const lines = rows.filter((row) => cell(row, 'PART NUMBER', 'DigiKey Part #') !== '');
  return {
    supplier: { name: 'Digi-Key', website: 'https://www.digikey.com' },
    supplierRef,
    currency: 'USD',
    lines: lines.map((row) => ({
      sku: cell(row, 'PART NUMBER', 'DigiKey Part #'),
      mpn: cell(row, 'MANUFACTURER PART NUMBER', 'Manufacturer Part Number'),
      description: cell(row, 'DESCRIPTION', 'Description'),
      qty: quantity(cell(row, 'QUANTITY', 'Quantity')),
      unitPrice: amount(cell(row, 'UNIT PRICE', 'Unit Price')),
      ...present({
        manufacturer: cell(row, 'Manufacturer'),
        note: cell(row, 'CUSTOMER REFERENCE', 'Customer Reference'),
      }),
    })),
  };
}
