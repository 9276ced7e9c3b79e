import { heldOf } from '../stock-item/exact-fields.js';
import { sumOfExact, type ExactQuantity } from '@cubit/decimal';
import type { EventDefinition, ModuleContext } from '@cubit/core';
import { pinnedQuantities } from '../reservation/pinned.js';
import type { Reservation } from '../reservation/reservation.fields.js';
import { reservationsFor, reservedFirst, usableFrom, useReserved } from '../reservation/reserved-for.js';
import type { Settings } from '../settings.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import { inOrderOfUse, pickStock, type Take } from './pick-stock.js';
import { notOnHandReason, usableItems, type StockTarget } from './stock-target.js';
import { withdraw, type Withdrawal } from './withdraw.js';
import { writeConsumption } from './write-consumption.js';

/**
 * Records stock that was consumed already, which cannot be refused: takes what is reserved for its cause, then free stock, then what others
 * have reserved, down to zero. The rest is recorded as `over` on the last stock item. With negative stock allowed, nothing is left over.
 */
export async function consume(
  context: ModuleContext<EventDefinition, Settings>,
  withdrawal: Withdrawal,
): Promise<void> {
  const { target, qty, posting, path } = withdrawal;
  const isGone = target.item !== null && notOnHandReason(target.item) !== null;
  if (!isGone && context.settings.allow_negative) return withdraw(context, withdrawal);
  const found = isGone ? [] : await candidatesOf(context, target);
  const reserved = usableFrom(await reservationsFor(context, target.part, posting.details.cause), found);
  const items = reservedFirst(found, reserved);
  const takes = await takesOf(context, { items, reserved }, withdrawal);
  const over = qty - sumOfExact(takes.map((take) => take.qty));
  const item = target.item ?? takes.at(-1)?.item ?? items.at(-1);
  await useReserved(context, reserved, { takes, posting });
  await writeConsumption(context, [{ part: target.part, takes, over, item }], {
    posting,
    type: posting.details.type,
    path,
  });
}

async function candidatesOf(context: ModuleContext, { part, item }: StockTarget): Promise<readonly StockItem[]> {
  return item ? [item] : inOrderOfUse(await usableItems(context, part, { empty: true }));
}

/** Stock that nobody has reserved, unless all of it was consumed. */
async function takesOf(
  context: ModuleContext,
  { items, reserved }: { readonly items: readonly StockItem[]; readonly reserved: readonly Reservation[] },
  { target: { part, item }, qty }: Withdrawal,
): Promise<readonly Take[]> {
  const pinned =
    item === null && part.fields.reserved > 0
      ? await pinnedQuantities(context, [part.id], reserved)
      : new Map<string, ExactQuantity>();
  const pick = (kept: (item: StockItem) => ExactQuantity) =>
    pickStock(
      items.map((one) => ({ item: one, free: heldOf(one.fields) - kept(one) })),
      qty,
    );
  const free = pick(({ id }) => pinned.get(id) ?? 0n);
  return free.short > 0n && pinned.size > 0 ? pick(() => 0n).takes : free.takes;
}
