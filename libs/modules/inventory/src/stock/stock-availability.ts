import { subtractQuantities } from '@cubit/decimal';
import type { ModuleContext, Refusal } from '@cubit/core';
import type { Part } from '../part/part.fields.js';
import { part } from '../part/part.kind.js';
import { pinnedQuantities } from '../reservation/pinned.js';
import { allowsNegative } from '../settings.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import { isUsable } from '../stock-item/stock-status.js';
import { insufficientStock } from './insufficient-stock.js';
import { notOnHandError } from './stock-target.js';

/** Stock of a part or stock item that can be used. */
export interface AvailableStock {
  readonly part: Part;
  /** Quantity that is not reserved. */
  readonly free: number;
}

export async function findAvailableStock(context: ModuleContext, target: Part | StockItem): Promise<AvailableStock> {
  if (target.kind === part.id) return { part: target, free: target.fields.available };
  const item = target as StockItem;
  const owner = await context.records.get(part, item.fields.part);
  const pinned = owner.fields.reserved > 0 ? await pinnedQuantities(context, [owner.id]) : new Map<string, number>();
  const own = subtractQuantities(item.fields.qty, pinned.get(item.id) ?? 0);
  // An item with an unusable status, such as damaged, does not count as available stock of the part.
  return { part: owner, free: isUsable(item.fields.status) ? Math.min(own, owner.fields.available) : own };
}

interface AvailabilityCheck {
  /** Smallest quantity that a run can request. Default: all above zero. */
  readonly minimum?: number;
  /** Path of the quantity in the request. */
  readonly path: string;
  /** Whether the setting `allow_negative` permits any quantity. Default: true. */
  readonly mayOverdraw?: boolean;
}

/** Whether stock of a part or stock item can be used: true, or the reason why not. */
export function checkAvailability(
  target: Part | StockItem,
  {
    found: { part: owner, free },
    settings,
  }: { readonly found: AvailableStock; readonly settings: ModuleContext['settings'] },
  { minimum, path, mayOverdraw = true }: AvailabilityCheck,
): true | Refusal {
  const gone = target.kind === part.id ? null : notOnHandError(target as StockItem);
  if (gone) return gone;
  const isEnough = minimum === undefined ? free > 0 : free >= minimum;
  if (isEnough || (mayOverdraw && allowsNegative(settings))) return true;
  return insufficientStock({ part: owner, found: Math.max(0, free), requested: minimum, path });
}

/** Whether stock of the target can be changed. Always true for a part. */
export function checkOnHand(target: Part | StockItem): true | Refusal {
  return (target.kind === part.id ? null : notOnHandError(target as StockItem)) ?? true;
}
