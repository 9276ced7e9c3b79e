import { shownOfPart } from '../part/unit.js';
import type { Part } from '../part/part.fields.js';
import { heldOf } from '../stock-item/exact-fields.js';
import { exactTaken } from './take-components.js';
import { subtractQuantities, exactToText, sumOfExact, readExact, leastOf, type ExactQuantity } from '@cubit/decimal';
import { errorOf, type ModuleContext } from '@cubit/core';
import { part } from '../part/part.kind.js';
import { reservation } from '../reservation/reservation.kind.js';
import type { Posting } from '../stock/posting.js';
import { notOnHandReason } from '../stock/stock-target.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { restoreReservations, type ReturnedTake } from './restore-reservations.js';
import { returnsFor, withConsumed } from './build-lines.js';
import type { Build, BuildLine } from './build.fields.js';

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
  const named = lines.flatMap(({ component, taken }) => [component, ...taken.map((one) => one.part)]);
  const parts = await records.lock(part, [...new Set(named)]);
  const amounts = returnsFor(build, { units, parts });
  const given = lines.map((line, index) => returnTaken(line, { qty: amounts[index] ?? 0n, parts }));
  // What was used beyond the stock was not taken from it.
  const back = given.flatMap(({ back: ofLine }) => ofLine.filter(({ over }) => over !== true));
  const byItem = Map.groupBy(back, (taken) => taken.stock_item ?? '');
  const items = await records.lock(stockItem, [...byItem.keys()]);
  const patches = [...byItem].map(([id, ofItem]) => {
    const item = items.get(id);
    const reason = item ? notOnHandReason(item) : 'it was deleted';
    if (!item || reason !== null) throw componentGoneError(reason ?? '');
    const exact_qty = exactToText(heldOf(item.fields) + sumOfExact(ofItem.map((taken) => readExact(taken.exact))));
    return { id, fields: { exact_qty }, note: posting.note('reverse'), path: () => '/record' };
  });
  await records.updateMany(stockItem, patches);
  const keep = [...Map.groupBy(back, (taken) => taken.part)].map(([id, ofPart]) => ({
    fields: {
      part: id,
      exact: { qty: exactToText(sumOfExact(ofPart.map((taken) => readExact(taken.exact)))), used: '0' },
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

interface ReturnedLine {
  readonly line: BuildLine;
  readonly back: readonly ReturnedTake[];
}

function returnTaken(
  line: BuildLine,
  { qty, parts }: { readonly qty: ExactQuantity; readonly parts: ReadonlyMap<string, Part> },
): ReturnedLine {
  const back: ReturnedTake[] = [];
  const taken = [...line.taken];
  const component = parts.get(line.component);
  let open = qty;
  while (open > 0n) {
    const last = taken.pop();
    if (!last) break;
    const owner = parts.get(last.part);
    const there = exactTaken(last, owner);
    const returned = leastOf(open, there);
    const part = (quantity: ExactQuantity) => ({
      ...last,
      qty: owner ? shownOfPart(owner, quantity) : last.qty,
      exact: exactToText(quantity),
    });
    back.push(part(returned));
    open -= returned;
    if (returned < there) taken.push(part(there - returned));
  }
  // What is shown as nothing was not missing when it was used.
  const rest = component && shownOfPart(component, open) > 0 ? open : 0n;
  return { line: { ...withConsumed(line, component, rest - qty), taken }, back };
}
