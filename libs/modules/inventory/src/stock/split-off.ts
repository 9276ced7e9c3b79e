import { compact, subtractDecimals, type ModuleContext, type RecordPatch } from '@cubit/core';
import { stockItemSplit } from '../events.js';
import { stockItem, type StockItem, type StockItemKind } from '../stock-item/stock-item.kind.js';
import type { Take } from './pick-stock.js';
import type { Posting } from './posting.js';

export interface Split {
  readonly takes: readonly Take[];
  readonly posting: Posting;
  path(field: string): string;
}

/** Parts of stock items as items of their own, like those that they are of. In the order of `takes`. */
export async function splitOff(context: ModuleContext, { takes, posting, path }: Split): Promise<readonly StockItem[]> {
  const note = posting.note('split');
  const made = await context.records.createMany(
    stockItem,
    takes.map(({ item, qty }) => ({ fields: { ...likenessOf(item), qty }, tags: item.tags, note, path })),
  );
  await context.records.updateMany(
    stockItem,
    takes.map(({ item, qty }): RecordPatch<StockItemKind> => ({
      id: item.id,
      fields: { qty: subtractDecimals(item.fields.qty, qty) },
      note,
      path,
    })),
  );
  for (const [index, { item, qty }] of takes.entries()) {
    const { id: newStockItemId } = made[index] as StockItem;
    context.emit(stockItemSplit, { stockItemId: item.id, partId: item.fields.part, qty, newStockItemId });
  }
  return made;
}

/** What a piece of an item has from it: all but what is of the whole alone, its number and its container. */
export function likenessOf({ fields }: StockItem): Partial<StockItem['fields']> {
  const {
    part,
    location,
    lot,
    status,
    expires_on,
    opened_at,
    unit_cost,
    source,
    supplier_part,
    project,
    custodian,
    notes,
    loan,
  } = fields;
  return compact({
    part,
    location,
    lot,
    status,
    expires_on,
    opened_at,
    unit_cost,
    source,
    supplier_part,
    project,
    custodian,
    notes,
    loan,
  });
}
