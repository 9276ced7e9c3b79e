import { heldOf } from '../stock-item/exact-fields.js';
import { availableOfPart } from './stock-totals.js';
import { type ExactQuantity, leastOf } from '@cubit/decimal';
import type { ModuleContext, Refusal } from '@cubit/core';
import type { Part } from '../part/part.fields.js';
import { part } from '../part/part.kind.js';
import { pinnedQuantities } from '../reservation/pinned.js';
import type { Settings } from '../settings.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import { isUsable } from '../stock-item/stock-status.js';
import { insufficientStock } from './insufficient-stock.js';
import { notOnHandError } from './stock-target.js';

/** Stock of a part or stock item that can be used. */
export interface AvailableStock {
  readonly part: Part;
  /** Quantity that is not reserved, in plain units. */
  readonly free: ExactQuantity;
}

export async function findAvailableStock(context: ModuleContext, target: Part | StockItem): Promise<AvailableStock> {
  if (target.kind === part.id) return { part: target, free: availableOfPart(target) };
  const item = target as StockItem;
  const owner = await context.records.get(part, item.fields.part);
  const pinned =
    owner.fields.reserved > 0 ? await pinnedQuantities(context, [owner.id]) : new Map<string, ExactQuantity>();
  const own = heldOf(item.fields) - (pinned.get(item.id) ?? 0n);
  // An item with an unusable status, such as damaged, does not count as available stock of the part.
  return { part: owner, free: isUsable(item.fields.status) ? leastOf(own, availableOfPart(owner)) : own };
}

interface AvailabilityCheck {
  /** Smallest quantity that a run can request, in plain units. Default: all above zero. */
  readonly minimum?: (owner: Part) => ExactQuantity;
  /** Path of the quantity in the request. */
  readonly path: string;
  /** Whether the setting `allow_negative` permits any quantity. Default: true. */
  readonly mayOverdraw?: boolean;
}

/** Whether stock of a part or stock item can be used: true, or the reason why not. */
export function checkAvailability(
  target: Part | StockItem,
  { found: { part: owner, free }, settings }: { readonly found: AvailableStock; readonly settings: Settings },
  { minimum, path, mayOverdraw = true }: AvailabilityCheck,
): true | Refusal {
  const gone = target.kind === part.id ? null : notOnHandError(target as StockItem);
  if (gone) return gone;
  const least = minimum?.(owner);
  const isEnough = least === undefined ? free > 0n : free >= least;
  if (isEnough || (mayOverdraw && settings.allow_negative)) return true;
  return insufficientStock({ part: owner, found: free, requested: least, path });
}

/** Whether stock of the target can be changed. Always true for a part. */
export function checkOnHand(target: Part | StockItem): true | Refusal {
  return (target.kind === part.id ? null : notOnHandError(target as StockItem)) ?? true;
}
