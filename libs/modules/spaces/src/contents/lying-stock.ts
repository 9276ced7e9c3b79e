import { Field, foreignKind, type ModuleContext, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';

// Parts and stock belong to another module, which a workspace may do without.

export const part = foreignKind(
  'inventory:part',
  Type.Object({
    default_location: Type.Optional(Field.ref('spaces:location')),
    tracking: Type.Optional(Field.text()),
  }),
);
export type Part = RecordOf<typeof part>;

/** Stock as far as it lies somewhere. */
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

/** What lies somewhere, and is not lost, lent, used up or built into something. */
export const lying = {
  qty: { not: 0 },
  status: { in: ['ok', 'attention', 'damaged', 'returned', 'quarantined'] },
  installed_in: null,
  loan: null,
};

/** How many stock items lie in a location itself: none where the workspace keeps no stock. */
export async function countLyingStock({ records }: ModuleContext, location: string): Promise<number> {
  return records.knows(stockItem) ? records.count(stockItem, { ...lying, location }) : 0;
}
