import type { ExactQuantity } from '@cubit/decimal';
import type { ModuleContext } from '@cubit/core';
import { usableOf } from '../stock/stock-totals.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import { OPEN_STATUSES, remainderOf } from './open-reservation.js';
import { reservationRecord, type Reservation } from './reservation.fields.js';

/** Above the number of open reservations of a part. */
const MAX_RESERVATIONS = 100_000;

/** Open reservations of specific stock items of these parts. */
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

/** Reserved quantity by stock item. `except` are the reservations that are being consumed. */
export async function pinnedQuantities(
  context: ModuleContext,
  parts: readonly string[],
  except: readonly Reservation[] = [],
): Promise<ReadonlyMap<string, ExactQuantity>> {
  const consumed = new Set(except.map(({ id }) => id));
  const pinned = new Map<string, ExactQuantity>();
  for (const { id, fields } of await pinnedReservations(context, parts)) {
    const item = fields.stock_item;
    if (item !== undefined && !consumed.has(id)) pinned.set(item, (pinned.get(item) ?? 0n) + remainderOf(fields));
  }
  return pinned;
}

/** Usable quantity of a stock item that is not reserved. */
export async function unreservedOfItem(context: ModuleContext, item: StockItem): Promise<ExactQuantity> {
  const pinned = await pinnedQuantities(context, [item.fields.part]);
  return usableOf(item) - (pinned.get(item.id) ?? 0n);
}
