import { addDecimals, subtractDecimals, type ModuleContext } from '@cubit/core';
import { usableOf } from '../stock/stock-totals.js';
import type { StockItem } from '../stock-item/stock-item.kind.js';
import { OPEN_STATUSES, remainderOf } from './open-reservation.js';
import { reservationRecord, type Reservation } from './reservation.fields.js';

/** More open reservations than a part ever has. */
const MAX_RESERVATIONS = 100_000;

/** Open reservations of these parts that keep stock of single items. */
export async function pinnedReservations(
  context: ModuleContext,
  parts: readonly string[],
): Promise<readonly Reservation[]> {
  if (parts.length === 0) return [];
  return context.records.find(reservationRecord, {
    where: { part: { in: parts }, status: { in: OPEN_STATUSES }, stock_item: { not: null } },
    limit: MAX_RESERVATIONS,
  });
}

/** How much of each item they keep. `except` is the one that is being taken now. */
export async function pinnedQuantities(
  context: ModuleContext,
  parts: readonly string[],
  except?: string,
): Promise<ReadonlyMap<string, number>> {
  const pinned = new Map<string, number>();
  for (const { id, fields } of await pinnedReservations(context, parts)) {
    const item = fields.stock_item;
    if (item !== undefined && id !== except) pinned.set(item, addDecimals(pinned.get(item) ?? 0, remainderOf(fields)));
  }
  return pinned;
}

/** What of a stock item nobody has reserved, as far as it may be taken at all. */
export async function freeOfItem(context: ModuleContext, item: StockItem): Promise<number> {
  const pinned = await pinnedQuantities(context, [item.fields.part]);
  return subtractDecimals(usableOf(item), pinned.get(item.id) ?? 0);
}
