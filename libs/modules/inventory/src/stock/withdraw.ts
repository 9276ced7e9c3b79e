import { addQuantities, subtractQuantities } from '@cubit/decimal';
import { type ModuleContext, validationFailed } from '@cubit/core';
import { pinnedQuantities } from '../reservation/pinned.js';
import { reservationsFor, reservedFirst, reservedQty, usableFrom, useReserved } from '../reservation/reserved-for.js';
import type { Reservation } from '../reservation/reservation.fields.js';
import { allowsNegative } from '../settings.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { isUsable } from '../stock-item/stock-status.js';
import { defaultLocation } from './default-location.js';
import { insufficientStock } from './insufficient-stock.js';
import { inOrderOfUse, pickStock, type Candidate, type Take } from './pick-stock.js';
import type { Posting } from './posting.js';
import { assertOnHand, usableItems, type StockTarget } from './stock-target.js';

export interface Withdrawal {
  readonly target: StockTarget;
  readonly qty: number;
  readonly posting: Posting;
  /** Path of the quantity in the request. */
  readonly path: string;
  /** The reservation that is consumed: its stock is available to this withdrawal. */
  readonly reservation?: Reservation;
}

/** Removes stock from the given item, or from the items of the part in the order of use: what is reserved for its cause first, then free stock. */
export async function withdraw(context: ModuleContext, withdrawal: Withdrawal): Promise<void> {
  const { target, qty, posting, path } = withdrawal;
  const { part, item } = target;
  if (item) assertOnHand(item);
  if (item?.fields.serial !== undefined && qty < 1)
    throw validationFailed([
      { path, code: 'serial_quantity', message: 'A stock item with a serial number can only be used as a whole.' },
    ]);
  const { candidates, reserved } = await candidatesFor(context, withdrawal);
  const { takes, short } = pickStock(candidates, qty);
  const found = Math.min(subtractQuantities(qty, short), usableQty(withdrawal, reserved));
  const isEnough = found >= qty;
  if (!isEnough && !allowsNegative(context.settings))
    throw insufficientStock({
      part,
      found: Math.max(0, maxAvailable(withdrawal, candidates, reserved)),
      requested: qty,
      path,
    });
  const { overdraft, rest } = overdraw(takes, { candidates, short });
  await useReserved(context, reserved, { takes, posting });
  await context.records.updateMany(
    stockItem,
    overdraft.map((take) => ({
      id: take.item.id,
      fields: { qty: subtractQuantities(take.item.fields.qty, take.qty) },
      note: posting.note(),
      path: () => path,
    })),
  );
  if (rest <= 0) return;
  const location = await defaultLocation(context, part);
  const fields = { part: part.id, qty: -rest, ...(location === undefined ? {} : { location }) };
  await context.records.create(stockItem, fields, { note: posting.note(), path: () => path });
}

interface Found {
  readonly candidates: readonly Candidate[];
  /** Reservations for the cause of the withdrawal that the candidates can serve. */
  readonly reserved: readonly Reservation[];
}

async function candidatesFor(context: ModuleContext, { target, reservation, posting }: Withdrawal): Promise<Found> {
  const { part, item } = target;
  const items = item
    ? [item]
    : inOrderOfUse(await usableItems(context, part, { empty: allowsNegative(context.settings) }));
  const isCounted = item === null || isUsable(item.fields.status);
  // A use that is moved to another item has used its reservations already.
  const isNew = reservation === undefined && posting.details.reverses === undefined;
  const own = isNew && isCounted ? await reservationsFor(context, part, posting.details.cause) : [];
  const consumed = reservation ? [reservation] : own;
  const pinned =
    part.fields.reserved > 0 ? await pinnedQuantities(context, [part.id], consumed) : new Map<string, number>();
  const candidates = reservedFirst(items, own).map((candidate) => ({
    item: candidate,
    free: subtractQuantities(candidate.fields.qty, pinned.get(candidate.id) ?? 0),
  }));
  return { candidates, reserved: usableFrom(own, items) };
}

/**
 * Upper limit from the available quantity of the part, and what is reserved for the cause. It does not apply to items with an unusable
 * status, which are not counted in it.
 */
function usableQty({ target: { part, item }, reservation, qty }: Withdrawal, reserved: readonly Reservation[]): number {
  const isCounted = item === null || isUsable(item.fields.status);
  if (reservation !== undefined || !isCounted) return qty;
  const { available } = part.fields;
  return reserved.length === 0 ? available : addQuantities(reservedQty(reserved), Math.max(0, available));
}

function maxAvailable(
  withdrawal: Withdrawal,
  candidates: readonly Candidate[],
  reserved: readonly Reservation[],
): number {
  const there = addQuantities(0, ...candidates.map(({ free }) => Math.max(0, free)));
  return Math.min(there, usableQty({ ...withdrawal, qty: there }, reserved));
}

/** Adds the missing quantity to the last item without a serial number, which goes below zero; without one, `rest` needs a new item. */
function overdraw(
  takes: readonly Take[],
  { candidates, short }: { readonly candidates: readonly Candidate[]; readonly short: number },
): { readonly overdraft: readonly Take[]; readonly rest: number } {
  if (short <= 0) return { overdraft: takes, rest: 0 };
  const target = candidates.findLast(({ item }) => item.fields.serial === undefined)?.item;
  if (!target) return { overdraft: takes, rest: short };
  const own = takes.find(({ item }) => item.id === target.id)?.qty ?? 0;
  const others = takes.filter(({ item }) => item.id !== target.id);
  return { overdraft: [...others, { item: target, qty: addQuantities(own, short) }], rest: 0 };
}
