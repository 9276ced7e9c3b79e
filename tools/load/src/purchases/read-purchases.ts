import { parse } from 'csv-parse/sync';
import { readDigikey } from './read-digikey.js';
import { readLcsc } from './read-lcsc.js';
import { readMouser } from './read-mouser.js';
import type { PurchaseOrder } from './purchase-dataset.js';

export type Row = Readonly<Record<string, string>>;

interface Format {
  /** Columns that identify the format. */
  readonly columns: readonly string[];
  read(rows: readonly Row[], name: string): PurchaseOrder;
}

const FORMATS: readonly Format[] = [
  { columns: ['PART NUMBER', 'MANUFACTURER PART NUMBER', 'UNIT PRICE'], read: readDigikey },
  { columns: ['DigiKey Part #', 'Manufacturer Part Number', 'Unit Price'], read: readDigikey },
  { columns: ['LCSC Part Number', 'Order Qty.', 'Unit Price($)'], read: readLcsc },
  { columns: ['Mouser #:', 'Order Qty.', 'Price (USD)'], read: readMouser },
];

/**
 * Reads an order that a supplier exports as CSV, identified by its columns; null if the format is unknown. `name`
 * is the file name.
 */
export function readPurchases(text: string, name: string): PurchaseOrder | null {
  const [header = []] = cells(text, { to_line: 1 }) as unknown as readonly (readonly string[])[];
  const format = FORMATS.find(({ columns }) => columns.every((column) => header.includes(column)));
  return format ? format.read(cells(text, { columns: true }) as readonly Row[], name) : null;
}

function cells(text: string, options: object): readonly unknown[] {
  try {
    return parse(text, {
      bom: true,
      skip_empty_lines: true,
      trim: true,
      relax_column_count: true,
      ...options,
    }) as unknown[];
  } catch {
    return [];
  }
}
