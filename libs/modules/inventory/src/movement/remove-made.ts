import type { ModuleContext } from '@cubit/core';
import { notOnHandReason } from '../stock/stock-target.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import type { Movement } from './movement.kind.js';

/** Deletes stock items that reversed movements had created and that are empty again, so that the stock is as before. Those that other records refer to stay. */
export async function removeMade({ records }: ModuleContext, reversed: readonly Movement[]): Promise<void> {
  const madeAt = new Map(reversed.map(({ fields }) => [fields.stock_item ?? '', fields.occurred_at]));
  const items = [...(await records.getMany(stockItem, [...madeAt.keys()])).values()];
  const empty = items.filter(
    (item) => item.fields.qty === 0 && item.created_at === madeAt.get(item.id) && notOnHandReason(item) === null,
  );
  if (empty.length === 0) return;
  const ids = empty.map(({ id }) => id);
  const used = await records.referencedByOthers(stockItem, ids);
  await records.remove(
    stockItem,
    ids.filter((id) => !used.has(id)),
  );
}
