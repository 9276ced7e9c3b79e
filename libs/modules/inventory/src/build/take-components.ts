import { compact, addDecimals, subtractDecimals, type ModuleContext } from '@cubit/core';
import { remainderOf } from '../reservation/open-reservation.js';
import type { Reservation } from '../reservation/reservation.fields.js';
import { reservation } from '../reservation/reservation.kind.js';
import { pickStock, type Take } from '../stock/pick-stock.js';
import type { Posting } from '../stock/posting.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { amountsFor } from './build-lines.js';
import type { Build, BuildLine, TakenStock } from './build.fields.js';
import { componentStock, type ComponentStock } from './component-stock.js';
import { shortages } from './reserve-components.js';
import { shareOut, totalsOf, type Share } from './share-out.js';

interface Taking {
  readonly build: Build;
  readonly units: number;
  readonly posting: Posting;
  /** Where the caller said how many. */
  readonly path: string;
}

/**
 * Takes the components of so many units: what the build has reserved, then what is free; `409` names all that is short. What the
 * build is to be told of it comes back. A few statements, however many components there are.
 */
export async function takeComponents(
  context: ModuleContext,
  { build, units, posting, path }: Taking,
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
  const { shares, short } = shareOut(claims, [stock.reserved, stock.free]);
  const takes = takesOf(totalsOf(shares), stock);
  const missing = lines.flatMap((line, index) => ((short[index] ?? 0) > 0 ? [{ line, qty: short[index] ?? 0 }] : []));
  const absent = [...takes].flatMap(([part, { short: qty }]) => (qty > 0 ? [{ line: { component: part }, qty }] : []));
  if (missing.length + absent.length > 0) throw shortages([...missing, ...absent], stock, path);
  await useReservations(context, { totals: totalsOf(shares), stock, posting });
  await context.records.updateMany(
    stockItem,
    [...takes.values()].flatMap(({ takes: ofPart }) =>
      ofPart.map(({ item, qty }) => ({
        id: item.id,
        fields: { qty: subtractDecimals(item.fields.qty, qty) },
        note: posting.note('build_consume'),
        path: () => path,
      })),
    ),
  );
  return {
    qty_consumed: addDecimals(qty_consumed, units),
    lines: linesAfter(lines, { shares, takes }),
  };
}

type Takes = ReadonlyMap<string, { readonly takes: readonly Take[]; readonly short: number }>;

function takesOf(totals: ReadonlyMap<string, number>, { candidates }: ComponentStock): Takes {
  return new Map([...totals].map(([part, qty]) => [part, pickStock(candidates.get(part) ?? [], qty)]));
}

interface Using {
  readonly totals: ReadonlyMap<string, number>;
  readonly stock: ComponentStock;
  readonly posting: Posting;
}

/** Before the stock is taken, so that what is told of it counts it as no longer reserved. */
async function useReservations(context: ModuleContext, { totals, stock, posting }: Using): Promise<void> {
  const patches = [...totals].flatMap(([part, total]) => {
    let left = total;
    return (stock.reservations.get(part) ?? []).flatMap((kept) => {
      const used = Math.min(left, remainderOf(kept.fields));
      left = subtractDecimals(left, used);
      return used <= 0 ? [] : [{ id: kept.id, fields: consumedBy(kept, used), note: posting.note('build_consume') }];
    });
  });
  await context.records.updateMany(reservation, patches);
}

function consumedBy({ fields: { qty, consumed_qty } }: Reservation, used: number) {
  const consumed = addDecimals(consumed_qty, used);
  return { consumed_qty: consumed, status: consumed === qty ? ('consumed' as const) : ('partial' as const) };
}

interface Taken {
  readonly shares: readonly (readonly Share[])[];
  readonly takes: Takes;
}

/** The lines with what was taken for each: items are dealt out in the order of the lines. */
function linesAfter(lines: readonly BuildLine[], { shares, takes }: Taken): BuildLine[] {
  const left = new Map([...takes].map(([part, { takes: ofPart }]) => [part, [...ofPart]]));
  return lines.map((line, index) => {
    const added = (shares[index] ?? []).flatMap(({ part, qty }) => deal(left.get(part) ?? [], qty));
    return {
      ...line,
      consumed: addDecimals(line.consumed, ...added.map(({ qty }) => qty)),
      taken: added.reduce(join, line.taken),
    };
  });
}

function deal(takes: Take[], qty: number): readonly TakenStock[] {
  const dealt: TakenStock[] = [];
  for (let open = qty; open > 0 && takes.length > 0;) {
    const [{ item, qty: there }] = takes as [Take];
    const used = Math.min(open, there);
    const { part, unit_cost } = item.fields;
    dealt.push(compact({ part, stock_item: item.id, qty: used, unit_cost }) as TakenStock);
    open = subtractDecimals(open, used);
    if (used === there) takes.shift();
    else takes[0] = { item, qty: subtractDecimals(there, used) };
  }
  return dealt;
}

/** The latest last: it is the first to be put back. */
function join(taken: readonly TakenStock[], more: TakenStock): TakenStock[] {
  const last = taken.at(-1);
  if (last?.stock_item !== more.stock_item) return [...taken, more];
  return [...taken.slice(0, -1), { ...more, qty: addDecimals(last.qty, more.qty) }];
}
