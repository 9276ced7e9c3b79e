import { fail, type ModuleContext } from '@cubit/core';
import { part, type Part } from '../part/part.kind.js';
import { stockItem, type StockItem } from '../stock-item/stock-item.kind.js';
import { countsAsOnHand, USABLE_STATUSES } from '../stock-item/stock-status.js';

/** What an action on stock is about: a part as a whole, or one of its stock items. Both are held. */
export interface StockTarget {
  readonly part: Part;
  readonly item: StockItem | null;
}

/** The part is held already: a stock item is locked after its part. */
export async function stockTarget(context: ModuleContext, target: Part | StockItem): Promise<StockTarget> {
  if (target.kind === part.id) return { part: target, item: null };
  const parts = await context.records.lock(part, [target.fields.part]);
  const owner = parts.get(target.fields.part);
  if (!owner) throw new Error(`Stock item ${target.id} is of part ${target.fields.part}, which is not there.`);
  return { part: owner, item: target };
}

/** Why stock of the item cannot be taken or changed; null where it can. */
export function whyNotThere({ fields: { status, installed_in, loan } }: StockItem): string | null {
  if (loan !== undefined) return 'it is out on loan';
  if (installed_in !== undefined) return 'it is installed in another stock item';
  return countsAsOnHand(status) ? null : `it is ${status}`;
}

export function assertThere(item: StockItem): void {
  const reason = whyNotThere(item);
  if (reason === null) return;
  const message = `The stock item is not on hand: ${reason}.`;
  throw fail('conflict', message, { details: [{ path: '/record', code: 'not_on_hand', message }] });
}

/** More stock items of a part than anyone has; past it the newest would be overlooked. */
const MAX_ITEMS = 100_000;

/** The stock items of a part that may be taken from, held. Its part is held before. Empty ones only where they may go below zero. */
export function usableItems(
  context: ModuleContext,
  owner: Part,
  options: { readonly empty?: boolean } = {},
): Promise<readonly StockItem[]> {
  return itemsOf(context, [owner.id], options);
}

/** The same of several parts at once. */
export function itemsOf(
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
