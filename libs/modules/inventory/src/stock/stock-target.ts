import { type CubitError, errorOf, type ModuleContext } from '@cubit/core';
import type { Part } from '../part/part.fields.js';
import { part } from '../part/part.kind.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { countsAsOnHand, USABLE_STATUSES } from '../stock-item/stock-status.js';

/** The target of an action on stock: a part, or one of its stock items. Both are locked. */
export interface StockTarget {
  readonly part: Part;
  readonly item: StockItem | null;
}

/** A stock item is locked after its part, so the part is locked already. */
export async function stockTarget(context: ModuleContext, target: Part | StockItem): Promise<StockTarget> {
  if (target.kind === part.id) return { part: target, item: null };
  const parts = await context.records.lock(part, [target.fields.part]);
  const owner = parts.get(target.fields.part);
  if (!owner) throw new Error(`Stock item ${target.id} refers to part ${target.fields.part}, which does not exist.`);
  return { part: owner, item: target };
}

/** Why stock of the item cannot be used or changed; null if it can. */
export function notOnHandReason({ fields: { status, installed_in, loan } }: StockItem): string | null {
  if (loan !== undefined) return 'it is on loan';
  if (installed_in !== undefined) return 'it is installed in another stock item';
  return countsAsOnHand(status) ? null : `it is ${status}`;
}

/** The error if stock of the item cannot be used or changed; null if it can. */
export function notOnHandError(item: StockItem): CubitError | null {
  const reason = notOnHandReason(item);
  if (reason === null) return null;
  const message = `The stock item is not on hand: ${reason}.`;
  return errorOf('conflict', message, { details: [{ path: '/record', code: 'not_on_hand', message }] });
}

export function assertOnHand(item: StockItem): void {
  const error = notOnHandError(item);
  if (error) throw error;
}

/** Above the number of stock items of a part. Items beyond the limit would be ignored. */
const MAX_ITEMS = 100_000;

/** Locks the usable stock items of a part, which is locked already. `empty` includes items without stock, for stock below zero. */
export function usableItems(
  context: ModuleContext,
  owner: Part,
  options: { readonly empty?: boolean } = {},
): Promise<readonly StockItem[]> {
  return usableItemsOfParts(context, [owner.id], options);
}

/** As `usableItems`, for several parts in one query. */
export function usableItemsOfParts(
  context: ModuleContext,
  parts: readonly string[],
  { empty = false }: { readonly empty?: boolean } = {},
): Promise<readonly StockItem[]> {
  return context.records.find(stockItem, {
    where: {
      part: { in: parts },
      status: { in: USABLE_STATUSES },
      installed_in: null,
      loan: null,
      ...(empty ? {} : { qty: { gt: 0 } }),
    },
    limit: MAX_ITEMS,
    lock: true,
  });
}
