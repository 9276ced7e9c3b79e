import { Field, foreignKind, isCubitError, type ModuleContext } from '@cubit/core';
import { Type } from 'typebox';

/** Stock as far as it lies somewhere; it belongs to another module, which a workspace may do without. */
const stockItem = foreignKind(
  'inventory:stock_item',
  Type.Object({
    location: Type.Optional(Field.ref('spaces:location')),
    qty: Field.decimal(),
    status: Field.text(),
    installed_in: Type.Optional(Field.ref('inventory:stock_item')),
    loan: Type.Optional(Field.ref('inventory:loan')),
  }),
);
const PRESENT = ['ok', 'attention', 'damaged', 'returned', 'quarantined'];

/** How many stock items lie in a location itself: none where the workspace keeps no stock. */
export async function countLyingStock({ records }: ModuleContext, location: string): Promise<number> {
  try {
    return await records.count(stockItem, {
      location,
      qty: { not: 0 },
      status: { in: PRESENT },
      installed_in: null,
      loan: null,
    });
  } catch (error) {
    if (isCubitError(error) && error.code === 'not_found') return 0;
    throw error;
  }
}
