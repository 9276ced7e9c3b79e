import type { AnyRef, ModuleContext } from '@cubit/core';
import { type ExactQuantity, sumOfExact, leastOf } from '@cubit/decimal';
import type { Part } from '../part/part.fields.js';
import type { Take } from '../stock/pick-stock.js';
import type { Posting } from '../stock/posting.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import { consumedFields, OPEN_STATUSES, remainderOf } from './open-reservation.js';
import { reservationRecord, type Reservation } from './reservation.fields.js';

/** Above the number of open reservations of a part. */
const MAX_RESERVATIONS = 100_000;

/** Open reservations of the part for the record, locked. None for a build, which uses its reservations itself and records them on its lines. */
export async function reservationsFor(
  { records }: ModuleContext,
  part: Part,
  purpose: AnyRef | undefined,
): Promise<readonly Reservation[]> {
  if (purpose === undefined || purpose.kind === 'inventory:build' || part.fields.reserved <= 0) return [];
  const open = await records.find(reservationRecord, {
    where: { part: part.id, status: { in: OPEN_STATUSES } },
    limit: MAX_RESERVATIONS,
    lock: true,
  });
  return open.filter(
    ({
      fields: {
        for: { kind, id },
      },
    }) => kind === purpose.kind && id === purpose.id,
  );
}

/** The reservations that can be used from these stock items: those of one of them, and those of any item. */
export function usableFrom(reservations: readonly Reservation[], items: readonly StockItem[]): readonly Reservation[] {
  const ids = new Set(items.map(({ id }) => id));
  return reservations.filter(({ fields: { stock_item: item } }) => item === undefined || ids.has(item));
}

/** The stock items with those that are reserved first. */
export function reservedFirst(items: readonly StockItem[], reservations: readonly Reservation[]): readonly StockItem[] {
  const reserved = new Set(reservations.flatMap(({ fields }) => fields.stock_item ?? []));
  const isReserved = ({ id }: StockItem) => reserved.has(id);
  return [...items.filter(isReserved), ...items.filter((item) => !isReserved(item))];
}

export function reservedQty(reservations: readonly Reservation[]): ExactQuantity {
  return sumOfExact(reservations.map(({ fields }) => remainderOf(fields)));
}

/** Records the stock as used from the reservations: those of its items first. Runs before stock is removed, so that `inventory.stock.changed` no longer counts it as reserved. */
export async function useReserved(
  { records }: ModuleContext,
  reservations: readonly Reservation[],
  { takes, posting }: { readonly takes: readonly Take[]; readonly posting: Posting },
): Promise<void> {
  const left = new Map(takes.map(({ item, qty }) => [item.id, qty]));
  const uses = new Map<Reservation, ExactQuantity>();
  for (const kept of reservations) {
    const { stock_item: item } = kept.fields;
    if (item === undefined) continue;
    const used = leastOf(remainderOf(kept.fields), left.get(item) ?? 0n);
    left.set(item, (left.get(item) ?? 0n) - used);
    uses.set(kept, used);
  }
  let rest = sumOfExact([...left.values()]);
  for (const kept of reservations) {
    if (kept.fields.stock_item !== undefined) continue;
    const used = leastOf(remainderOf(kept.fields), rest);
    rest -= used;
    uses.set(kept, used);
  }
  await records.updateMany(
    reservationRecord,
    [...uses].flatMap(([kept, used]) =>
      used <= 0n ? [] : [{ id: kept.id, fields: consumedFields(kept.fields, used), note: posting.note() }],
    ),
  );
}
