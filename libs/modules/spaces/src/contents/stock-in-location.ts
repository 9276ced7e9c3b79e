import { Field, foreignKind, type ModuleContext, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';

// Parts and stock belong to another module, which may be disabled.

export const part = foreignKind(
  'inventory:part',
  Type.Object({
    default_location: Type.Optional(Field.ref('spaces:location')),
    tracking: Type.Optional(Field.text()),
  }),
);
export type Part = RecordOf<typeof part>;

/** The fields of stock that say where it is. */
export const stockItem = foreignKind(
  'inventory:stock_item',
  Type.Object({
    part: Field.ref('inventory:part'),
    location: Type.Optional(Field.ref('spaces:location')),
    qty: Field.decimal(),
    status: Field.text(),
    installed_in: Type.Optional(Field.ref('inventory:stock_item')),
    loan: Type.Optional(Field.ref('inventory:loan')),
  }),
);
export type StockItem = RecordOf<typeof stockItem>;

/** Filter for stock that is physically present: not lost, on loan, used up or installed. */
export const presentStock = {
  qty: { not: 0 },
  status: { in: ['ok', 'attention', 'damaged', 'returned', 'quarantined'] },
  installed_in: null,
  loan: null,
};

/** Number of stock items directly in a location; 0 if the workspace has no stock. */
export async function countStockIn({ records }: ModuleContext, location: string): Promise<number> {
  return records.knows(stockItem) ? records.count(stockItem, { ...presentStock, location }) : 0;
}
