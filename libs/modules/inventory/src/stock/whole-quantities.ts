import type { AnyRef, ModuleContext } from '@cubit/core';
import { type ExactQuantity, leastOf, mostOf } from '@cubit/decimal';
import { pinnedQuantities } from '../reservation/pinned.js';
import { reservationsFor, reservedQty, usableFrom } from '../reservation/reserved-for.js';
import { heldOf } from '../stock-item/exact-fields.js';
import { isUsable } from '../stock-item/stock-status.js';
import type { StockTarget } from './stock-target.js';
import { availableOfPart, totalsOfPart } from './stock-totals.js';

/**
 * What a use of the target can mean as a whole: all that it can take, what is reserved for its cause, or all that is there. A given
 * quantity that is shown like one of them is that one without rounding; the first one counts.
 */
export async function wholeQuantities(
  context: ModuleContext,
  { part, item }: StockTarget,
  cause?: AnyRef,
): Promise<readonly ExactQuantity[]> {
  const own = await reservationsFor(context, part, cause);
  const reserved = reservedQty(item ? usableFrom(own, [item]) : own);
  const available = mostOf(0n, availableOfPart(part)) + reserved;
  if (!item) return [available, reserved, totalsOfPart(part).usable];
  const pinned = part.fields.reserved > 0 ? await pinnedQuantities(context, [part.id], own) : undefined;
  const held = heldOf(item.fields);
  const free = held - (pinned?.get(item.id) ?? 0n);
  return [isUsable(item.fields.status) ? leastOf(free, available) : free, reserved, held];
}
