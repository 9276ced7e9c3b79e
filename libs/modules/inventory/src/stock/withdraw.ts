import { availableOfPart } from './stock-totals.js';
import { heldOf } from '../stock-item/exact-fields.js';
import { exactOfPart } from '../part/unit.js';
import { type ExactQuantity, leastOf, exactToText, mostOf, sumOfExact } from '@cubit/decimal';
import { type EventDefinition, type ModuleContext, validationFailed } from '@cubit/core';
import { pinnedQuantities } from '../reservation/pinned.js';
import { reservationsFor, reservedFirst, reservedQty, usableFrom, useReserved } from '../reservation/reserved-for.js';
import type { Reservation } from '../reservation/reservation.fields.js';
import type { Settings } from '../settings.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { isUsable } from '../stock-item/stock-status.js';
import { defaultLocation } from './default-location.js';
import { insufficientStock } from './insufficient-stock.js';
import { inOrderOfUse, pickStock, type Candidate, type Take } from './pick-stock.js';
import type { Posting } from './posting.js';
import { assertOnHand, usableItems, type StockTarget } from './stock-target.js';

export interface Withdrawal {
  readonly target: StockTarget;
  /** In plain units. */
  readonly qty: ExactQuantity;
  readonly posting: Posting;
  /** Path of the quantity in the request. */
  readonly path: string;
  /** The reservation that is consumed: its stock is available to this withdrawal. */
  readonly reservation?: Reservation;
}

/** Removes stock from the given item, or from the items of the part in the order of use: what is reserved for its cause first, then free stock. */
export async function withdraw(
  context: ModuleContext<EventDefinition, Settings>,
  withdrawal: Withdrawal,
): Promise<void> {
  const { target, qty, posting, path } = withdrawal;
  const { part, item } = target;
  if (item) assertOnHand(item);
  if (item?.fields.serial !== undefined && qty < exactOfPart(part, 1))
    throw validationFailed([
      { path, code: 'serial_quantity', message: 'A stock item with a serial number can only be used as a whole.' },
    ]);
  const { candidates, reserved } = await candidatesFor(context, withdrawal);
  const { takes, short } = pickStock(candidates, qty);
  const found = leastOf(qty - short, usableQty(withdrawal, reserved));
  const isEnough = found >= qty;
  if (!isEnough && !context.settings.allow_negative)
    throw insufficientStock({
      part,
      found: maxAvailable(withdrawal, candidates, reserved),
      requested: qty,
      path,
    });
  const { overdraft, rest } = overdraw(takes, { candidates, short });
  await useReserved(context, reserved, { takes, posting });
  await context.records.updateMany(
    stockItem,
    overdraft.map((take) => ({
      id: take.item.id,
      fields: { exact_qty: exactToText(heldOf(take.item.fields) - take.qty) },
      note: posting.note(),
      path: () => path,
    })),
  );
  if (rest <= 0n) return;
  const location = await defaultLocation(context, part);
  const fields = { part: part.id, exact_qty: exactToText(-rest), ...(location === undefined ? {} : { location }) };
  await context.records.create(stockItem, fields, { note: posting.note(), path: () => path });
}

interface Found {
  readonly candidates: readonly Candidate[];
  /** Reservations for the cause of the withdrawal that the candidates can serve. */
  readonly reserved: readonly Reservation[];
}

async function candidatesFor(
  context: ModuleContext<EventDefinition, Settings>,
  { target, reservation, posting }: Withdrawal,
): Promise<Found> {
  const { part, item } = target;
  const items = item
    ? [item]
    : inOrderOfUse(await usableItems(context, part, { empty: context.settings.allow_negative }));
  const isCounted = item === null || isUsable(item.fields.status);
  // A use that is moved to another item has used its reservations already.
  const isNew = reservation === undefined && posting.details.reverses === undefined;
  const own = isNew && isCounted ? await reservationsFor(context, part, posting.details.cause) : [];
  const consumed = reservation ? [reservation] : own;
  const pinned =
    part.fields.reserved > 0 ? await pinnedQuantities(context, [part.id], consumed) : new Map<string, ExactQuantity>();
  const candidates = reservedFirst(items, own).map((candidate) => ({
    item: candidate,
    free: heldOf(candidate.fields) - (pinned.get(candidate.id) ?? 0n),
  }));
  return { candidates, reserved: usableFrom(own, items) };
}

/**
 * Upper limit from the available quantity of the part, and what is reserved for the cause. It does not apply to items with an unusable
 * status, which are not counted in it.
 */
function usableQty(
  { target: { part, item }, reservation, qty }: Withdrawal,
  reserved: readonly Reservation[],
): ExactQuantity {
  const isCounted = item === null || isUsable(item.fields.status);
  if (reservation !== undefined || !isCounted) return qty;
  const available = availableOfPart(part);
  return reserved.length === 0 ? available : reservedQty(reserved) + mostOf(0n, available);
}

function maxAvailable(
  withdrawal: Withdrawal,
  candidates: readonly Candidate[],
  reserved: readonly Reservation[],
): ExactQuantity {
  const there = sumOfExact(candidates.map(({ free }) => mostOf(0n, free)));
  return leastOf(there, usableQty({ ...withdrawal, qty: there }, reserved));
}

/** Adds the missing quantity to the last item without a serial number, which goes below zero; without one, `rest` needs a new item. */
function overdraw(
  takes: readonly Take[],
  { candidates, short }: { readonly candidates: readonly Candidate[]; readonly short: ExactQuantity },
): { readonly overdraft: readonly Take[]; readonly rest: ExactQuantity } {
  if (short <= 0n) return { overdraft: takes, rest: 0n };
  const target = candidates.findLast(({ item }) => item.fields.serial === undefined)?.item;
  if (!target) return { overdraft: takes, rest: short };
  const own = takes.find(({ item }) => item.id === target.id)?.qty ?? 0n;
  const others = takes.filter(({ item }) => item.id !== target.id);
  return { overdraft: [...others, { item: target, qty: own + short }], rest: 0n };
}
