import { heldOf } from '../stock-item/exact-fields.js';
import { compact, type ModuleContext, type RecordPatch } from '@cubit/core';
import { exactToText } from '@cubit/decimal';
import { stockItemSplit } from '../events.js';
import type { StockItem, StockItemKind } from '../stock-item/stock-item.fields.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import type { Take } from './pick-stock.js';
import type { Posting } from './posting.js';

export interface SplitOptions {
  readonly takes: readonly Take[];
  readonly posting: Posting;
  path(field: string): string;
}

/** Splits quantities off stock items into new ones. The result is in the order of `takes`. */
export async function splitOff(
  context: ModuleContext,
  { takes, posting, path }: SplitOptions,
): Promise<readonly StockItem[]> {
  const note = posting.note('split');
  const made = await context.records.createMany(
    stockItem,
    takes.map(({ item, qty }) => ({
      fields: { ...copiedFields(item), exact_qty: exactToText(qty) },
      tags: item.tags,
      note,
      path,
    })),
  );
  await context.records.updateMany(
    stockItem,
    takes.map(({ item, qty }): RecordPatch<StockItemKind> => ({
      id: item.id,
      fields: { exact_qty: exactToText(heldOf(item.fields) - qty) },
      note,
      path,
    })),
  );
  for (const [index, { item }] of takes.entries()) {
    const { id: newStockItemId, fields } = made[index] as StockItem;
    context.emit(stockItemSplit, { stockItemId: item.id, partId: fields.part, qty: fields.qty, newStockItemId });
  }
  return made;
}

/** All except those of the original only, such as the serial number and the container weight. */
const COPIED = [
  'part',
  'location',
  'lot',
  'status',
  'expires_on',
  'opened_at',
  'unit_cost',
  'cost',
  'source',
  'supplier_part',
  'project',
  'custodian',
  'notes',
  'loan',
] as const satisfies readonly (keyof StockItem['fields'])[];

/** The fields that a split copies. */
export function copiedFields({ fields }: StockItem): Partial<StockItem['fields']> {
  return compact(Object.fromEntries(COPIED.map((name) => [name, fields[name]])));
}
