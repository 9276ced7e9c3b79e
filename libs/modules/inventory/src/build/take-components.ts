import { compact, type ModuleContext } from '@cubit/core';
import { addQuantities, subtractQuantities } from '@cubit/decimal';
import { remainderOf } from '../reservation/open-reservation.js';
import type { Reservation } from '../reservation/reservation.fields.js';
import { reservation } from '../reservation/reservation.kind.js';
import { pickStock, type Take } from '../stock/pick-stock.js';
import type { Posting } from '../stock/posting.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { amountsFor } from './build-lines.js';
import type { Build, BuildLine, TakenStock } from './build.fields.js';
import { componentStock, type ComponentStock } from './component-stock.js';
import { shortagesError } from './reserve-components.js';
import { allocate, totalsByPart, type Share } from './allocate.js';

interface TakeComponentsOptions {
  readonly build: Build;
  readonly units: number;
  readonly posting: Posting;
  /** Path of the quantity in the request. */
  readonly path: string;
}

/**
 * Uses the components of the given units: stock reserved by the build first, then free stock. Throws `409` with a detail for every short
 * component. Returns the patch of the build. The number of statements does not depend on the number of components.
 */
export async function takeComponents(
  context: ModuleContext,
  { build, units, posting, path }: TakeComponentsOptions,
): Promise<Partial<Build['fields']>> {
  const { lines = [], qty_consumed } = build.fields;
  if (units <= 0 || lines.length === 0) return {};
  const stock = await componentStock(context, build, lines);
  const amounts = amountsFor(build, units);
  const claims = lines.map(({ component, substitutes }, index) => ({
    component,
    substitutes,
    qty: amounts[index] ?? 0,
  }));
  const { shares, short } = allocate(claims, [stock.reserved, stock.free]);
  const takes = takesOf(totalsByPart(shares), stock);
  const missing = lines.flatMap((line, index) => ((short[index] ?? 0) > 0 ? [{ line, qty: short[index] ?? 0 }] : []));
  const absent = [...takes].flatMap(([part, { short: qty }]) => (qty > 0 ? [{ line: { component: part }, qty }] : []));
  if (missing.length + absent.length > 0) throw shortagesError([...missing, ...absent], stock, path);
  await useReservations(context, { totals: totalsByPart(shares), stock, posting });
  await context.records.updateMany(
    stockItem,
    [...takes.values()].flatMap(({ takes: ofPart }) =>
      ofPart.map(({ item, qty }) => ({
        id: item.id,
        fields: { qty: subtractQuantities(item.fields.qty, qty) },
        note: posting.note('build_consume'),
        path: () => path,
      })),
    ),
  );
  return {
    qty_consumed: addQuantities(qty_consumed, units),
    lines: linesAfter(lines, { shares, takes }),
  };
}

type Takes = ReadonlyMap<string, { readonly takes: readonly Take[]; readonly short: number }>;

function takesOf(totals: ReadonlyMap<string, number>, { candidates }: ComponentStock): Takes {
  return new Map([...totals].map(([part, qty]) => [part, pickStock(candidates.get(part) ?? [], qty)]));
}

interface ReservationUse {
  readonly totals: ReadonlyMap<string, number>;
  readonly stock: ComponentStock;
  readonly posting: Posting;
}

/** Runs before stock is removed, so that `inventory.stock.changed` no longer counts it as reserved. */
async function useReservations(context: ModuleContext, { totals, stock, posting }: ReservationUse): Promise<void> {
  const patches = [...totals].flatMap(([part, total]) => {
    let left = total;
    return (stock.reservations.get(part) ?? []).flatMap((kept) => {
      const used = Math.min(left, remainderOf(kept.fields));
      left = subtractQuantities(left, used);
      return used <= 0 ? [] : [{ id: kept.id, fields: consumedBy(kept, used), note: posting.note('build_consume') }];
    });
  });
  await context.records.updateMany(reservation, patches);
}

function consumedBy({ fields: { qty, consumed_qty } }: Reservation, used: number) {
  const consumed = addQuantities(consumed_qty, used);
  return { consumed_qty: consumed, status: consumed === qty ? ('consumed' as const) : ('partial' as const) };
}

interface TakenComponents {
  readonly shares: readonly (readonly Share[])[];
  readonly takes: Takes;
}

/** The lines with the stock used for each. Stock items are assigned in the order of the lines. */
function linesAfter(lines: readonly BuildLine[], { shares, takes }: TakenComponents): BuildLine[] {
  const left = new Map([...takes].map(([part, { takes: ofPart }]) => [part, [...ofPart]]));
  return lines.map((line, index) => {
    const added = (shares[index] ?? []).flatMap(({ part, qty }) => takeFromItems(left.get(part) ?? [], qty));
    return {
      ...line,
      consumed: addQuantities(line.consumed, ...added.map(({ qty }) => qty)),
      taken: added.reduce(appendTaken, line.taken),
    };
  });
}

function takeFromItems(takes: Take[], qty: number): readonly TakenStock[] {
  const dealt: TakenStock[] = [];
  for (let open = qty; open > 0 && takes.length > 0;) {
    const [{ item, qty: there }] = takes as [Take];
    const used = Math.min(open, there);
    const { part, unit_cost } = item.fields;
    dealt.push(compact({ part, stock_item: item.id, qty: used, unit_cost }) as TakenStock);
    open = subtractQuantities(open, used);
    if (used === there) takes.shift();
    else takes[0] = { item, qty: subtractQuantities(there, used) };
  }
  return dealt;
}

/** Last used last: a reversal returns it first. */
function appendTaken(taken: readonly TakenStock[], more: TakenStock): TakenStock[] {
  const last = taken.at(-1);
  if (last?.stock_item !== more.stock_item) return [...taken, more];
  return [...taken.slice(0, -1), { ...more, qty: addQuantities(last.qty, more.qty) }];
}
