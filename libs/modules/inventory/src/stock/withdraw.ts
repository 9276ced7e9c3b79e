import { addDecimals, subtractDecimals, validationFailed, type ModuleContext } from '@cubit/core';
import { pinnedQuantities } from '../reservation/pinned.js';
import type { Reservation } from '../reservation/reservation.fields.js';
import { allowsNegative } from '../settings.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { isUsable } from '../stock-item/stock-status.js';
import { defaultLocation } from './default-location.js';
import { insufficientStock } from './insufficient-stock.js';
import { inOrderOfUse, pickStock, type Candidate, type Take } from './pick-stock.js';
import type { Posting } from './posting.js';
import { assertThere, usableItems, type StockTarget } from './stock-target.js';

export interface Withdrawal {
  readonly target: StockTarget;
  readonly qty: number;
  readonly posting: Posting;
  /** Where the caller said how much. */
  readonly path: string;
  /** The reservation whose stock is taken: it is kept from others, not from this. */
  readonly reservation?: Reservation;
}

/** Takes stock: from the item that is named, or from those of the part in the order of use. */
export async function withdraw(context: ModuleContext, withdrawal: Withdrawal): Promise<void> {
  const { target, qty, posting, path } = withdrawal;
  const { part, item } = target;
  if (item) assertThere(item);
  if (item?.fields.serial !== undefined && qty < 1)
    throw validationFailed([{ path, code: 'serial_quantity', message: 'A numbered item is taken as a whole.' }]);
  const candidates = await candidatesFor(context, withdrawal);
  const { takes, short } = pickStock(candidates, qty);
  const found = Math.min(subtractDecimals(qty, short), freeOf(withdrawal));
  const isEnough = found >= qty;
  if (!isEnough && !allowsNegative(context.settings))
    throw insufficientStock({ part, found: Math.max(0, mostOf(withdrawal, candidates)), asked: qty, path });
  const { overdraft, rest } = overdraw(takes, { candidates, short });
  await context.records.updateMany(
    stockItem,
    overdraft.map((take) => ({
      id: take.item.id,
      fields: { qty: subtractDecimals(take.item.fields.qty, take.qty) },
      note: posting.note(),
      path: () => path,
    })),
  );
  if (rest <= 0) return;
  const location = await defaultLocation(context, part);
  const fields = { part: part.id, qty: -rest, ...(location === undefined ? {} : { location }) };
  await context.records.create(stockItem, fields, { note: posting.note(), path: () => path });
}

async function candidatesFor(
  context: ModuleContext,
  { target, reservation }: Withdrawal,
): Promise<readonly Candidate[]> {
  const { part, item } = target;
  const items = item
    ? [item]
    : inOrderOfUse(await usableItems(context, part, { empty: allowsNegative(context.settings) }));
  const pinned =
    part.fields.reserved > 0 ? await pinnedQuantities(context, [part.id], reservation?.id) : new Map<string, number>();
  return items.map((candidate) => ({
    item: candidate,
    free: subtractDecimals(candidate.fields.qty, pinned.get(candidate.id) ?? 0),
  }));
}

/** What others leave: stock that is reserved is not to be taken, wherever it lies. A damaged item is in nobody's reckoning. */
function freeOf({ target: { part, item }, reservation, qty }: Withdrawal): number {
  const isReckoned = item === null || isUsable(item.fields.status);
  return reservation === undefined && isReckoned ? part.fields.available : qty;
}

function mostOf(withdrawal: Withdrawal, candidates: readonly Candidate[]): number {
  const there = addDecimals(0, ...candidates.map(({ free }) => Math.max(0, free)));
  return Math.min(there, freeOf({ ...withdrawal, qty: there }));
}

/** Where stock may go below zero, the last of the items bears it; without any, a new one will. */
function overdraw(
  takes: readonly Take[],
  { candidates, short }: { readonly candidates: readonly Candidate[]; readonly short: number },
): { readonly overdraft: readonly Take[]; readonly rest: number } {
  if (short <= 0) return { overdraft: takes, rest: 0 };
  const bearer = candidates.findLast(({ item }) => item.fields.serial === undefined)?.item;
  if (!bearer) return { overdraft: takes, rest: short };
  const own = takes.find(({ item }) => item.id === bearer.id)?.qty ?? 0;
  const others = takes.filter(({ item }) => item.id !== bearer.id);
  return { overdraft: [...others, { item: bearer, qty: addDecimals(own, short) }], rest: 0 };
}
