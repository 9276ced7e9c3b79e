import { addQuantities, subtractQuantities } from '@cubit/decimal';
import { errorOf, type ModuleContext } from '@cubit/core';
import { part } from '../part/part.kind.js';
import { reservation } from '../reservation/reservation.kind.js';
import type { Posting } from '../stock/posting.js';
import { notOnHandReason } from '../stock/stock-target.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { restoreReservations } from './restore-reservations.js';
import { returnsFor } from './build-lines.js';
import type { Build, BuildLine, TakenStock } from './build.fields.js';

interface ReturnComponentsOptions {
  readonly build: Build;
  readonly units: number;
  readonly posting: Posting;
  /** The reservations that the components were used from are open again. Otherwise the components are reserved by new ones. */
  readonly isRestored: boolean;
}

/** Returns the components of the given units to their stock items, the last used first, and reserves them for the build again. */
export async function returnComponents(
  context: ModuleContext,
  { build, units, posting, isRestored }: ReturnComponentsOptions,
): Promise<Partial<Build['fields']>> {
  const { records } = context;
  const { lines = [], qty_consumed } = build.fields;
  const amounts = returnsFor(build, units);
  const given = lines.map((line, index) => returnTaken(line, amounts[index] ?? 0));
  // What was used beyond the stock was not taken from it.
  const back = given.flatMap(({ back: ofLine }) => ofLine.filter(({ over }) => over !== true));
  await records.lock(part, [...new Set(back.map((taken) => taken.part))]);
  const byItem = Map.groupBy(back, (taken) => taken.stock_item ?? '');
  const items = await records.lock(stockItem, [...byItem.keys()]);
  const patches = [...byItem].map(([id, ofItem]) => {
    const item = items.get(id);
    const reason = item ? notOnHandReason(item) : 'it was deleted';
    if (!item || reason !== null) throw componentGoneError(reason ?? '');
    const qty = addQuantities(item.fields.qty, ...ofItem.map((taken) => taken.qty));
    return { id, fields: { qty }, note: posting.note('reverse'), path: () => '/record' };
  });
  await records.updateMany(stockItem, patches);
  const keep = [...Map.groupBy(back, (taken) => taken.part)].map(([id, ofPart]) => ({
    fields: {
      part: id,
      qty: addQuantities(0, ...ofPart.map((taken) => taken.qty)),
      for: { kind: build.kind, id: build.id },
    },
    note: posting.note('reserve'),
  }));
  if (isRestored) await restoreReservations(context, { build, back, posting });
  else await records.createMany(reservation, keep);
  return {
    qty_consumed: Math.max(0, subtractQuantities(qty_consumed, units)),
    lines: given.map(({ line }) => line),
  };
}

function componentGoneError(reason: string): Error {
  const message = `A component cannot be returned to its stock item: ${reason}.`;
  return errorOf('conflict', message, { details: [{ path: '/record', code: 'item_gone', message }] });
}

function returnTaken(line: BuildLine, qty: number): { readonly line: BuildLine; readonly back: readonly TakenStock[] } {
  const back: TakenStock[] = [];
  const taken = [...line.taken];
  for (let open = qty; open > 0;) {
    const last = taken.pop();
    if (!last) break;
    const returned = Math.min(open, last.qty);
    back.push({ ...last, qty: returned });
    open = subtractQuantities(open, returned);
    if (returned < last.qty) taken.push({ ...last, qty: subtractQuantities(last.qty, returned) });
  }
  const consumed = subtractQuantities(line.consumed, ...back.map((one) => one.qty));
  return { line: { ...line, consumed, taken }, back };
}
