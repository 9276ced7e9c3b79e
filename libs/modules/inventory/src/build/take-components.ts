import { compact, type ModuleContext } from '@cubit/core';
import { addQuantities, subtractQuantities } from '@cubit/decimal';
import { consumedFields, remainderOf } from '../reservation/open-reservation.js';
import { reservation } from '../reservation/reservation.kind.js';
import { pickStock, totalOf, type Take } from '../stock/pick-stock.js';
import { writeConsumption, type Consumption } from '../stock/write-consumption.js';
import type { Posting } from '../stock/posting.js';
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
  /** The components were used already, so a shortage is recorded and not refused. */
  readonly isPast?: boolean;
}

/**
 * Uses the components of the given units: stock reserved by the build first, then free stock. Throws `409` with a detail for every short
 * component, unless they were used already. Returns the patch of the build. The number of statements does not depend on the number of components.
 */
export async function takeComponents(
  context: ModuleContext,
  { build, units, posting, path, isPast = false }: TakeComponentsOptions,
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
  const budgets = [stock.reserved, stock.free];
  const { shares, short } = allocate(claims, isPast ? [...budgets, reservedByOthers(stock)] : budgets);
  const takes = takesOf(totalsByPart(shares), stock, isPast);
  const missing = lines.flatMap((line, index) => ((short[index] ?? 0) > 0 ? [{ line, qty: short[index] ?? 0 }] : []));
  const absent = [...takes].flatMap(([part, { short: qty }]) => (qty > 0 ? [{ line: { component: part }, qty }] : []));
  const shortages = [...missing, ...absent];
  if (shortages.length > 0 && !isPast) throw shortagesError(shortages, stock, path);
  await useReservations(context, { totals: totalsByPart(shares), stock, posting });
  const consumptions = consumptionsOf(stock, { takes, shortages });
  await writeConsumption(context, consumptions, { posting, type: 'build_consume', path });
  return {
    qty_consumed: addQuantities(qty_consumed, units),
    lines: linesAfter(lines, { shares, takes, amounts }),
  };
}

/** What is left of the stock that the build can reach, by part. */
function reservedByOthers({ candidates, reserved, free }: ComponentStock): ReadonlyMap<string, number> {
  return new Map(
    [...candidates].map(([part, ofPart]) => {
      const there = totalOf(ofPart.map(({ item }) => item.fields.qty));
      return [part, Math.max(0, subtractQuantities(there, reserved.get(part) ?? 0, free.get(part) ?? 0))];
    }),
  );
}

interface UsedComponents {
  readonly takes: Takes;
  readonly shortages: readonly { readonly line: Pick<BuildLine, 'component'>; readonly qty: number }[];
}

function consumptionsOf({ candidates }: ComponentStock, { takes, shortages }: UsedComponents): readonly Consumption[] {
  const over = Map.groupBy(shortages, ({ line }) => line.component);
  return [...new Set([...takes.keys(), ...over.keys()])].map((partId) => {
    const ofPart = takes.get(partId)?.takes ?? [];
    return {
      partId,
      takes: ofPart,
      over: totalOf((over.get(partId) ?? []).map(({ qty }) => qty)),
      item: ofPart.at(-1)?.item ?? candidates.get(partId)?.at(-1)?.item,
    };
  });
}

type Takes = ReadonlyMap<string, { readonly takes: readonly Take[]; readonly short: number }>;

function takesOf(totals: ReadonlyMap<string, number>, { candidates }: ComponentStock, isPast: boolean): Takes {
  const all = (part: string) => candidates.get(part) ?? [];
  const pick = (part: string, qty: number) => {
    const picked = pickStock(all(part), qty);
    if (!isPast || picked.short <= 0) return picked;
    return pickStock(
      all(part).map(({ item }) => ({ item, free: item.fields.qty })),
      qty,
    );
  };
  return new Map([...totals].map(([part, qty]) => [part, pick(part, qty)]));
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
      return used <= 0
        ? []
        : [{ id: kept.id, fields: consumedFields(kept.fields, used), note: posting.note('build_consume') }];
    });
  });
  await context.records.updateMany(reservation, patches);
}

interface TakenComponents {
  readonly shares: readonly (readonly Share[])[];
  readonly takes: Takes;
  /** Quantity of each line to use. */
  readonly amounts: readonly number[];
}

/** The lines with the stock used for each. Stock items are assigned in the order of the lines. */
function linesAfter(lines: readonly BuildLine[], { shares, takes, amounts }: TakenComponents): BuildLine[] {
  const left = new Map([...takes].map(([part, { takes: ofPart }]) => [part, [...ofPart]]));
  return lines.map((line, index) => {
    const added = (shares[index] ?? []).flatMap(({ part, qty }) => takeFromItems(left.get(part) ?? [], qty));
    const over = subtractQuantities(amounts[index] ?? 0, ...added.map(({ qty }) => qty));
    const missing = over > 0 ? [{ part: line.component, qty: over, over: true }] : [];
    return {
      ...line,
      consumed: addQuantities(line.consumed, ...added.map(({ qty }) => qty), Math.max(0, over)),
      taken: [...added, ...missing].reduce(appendTaken, line.taken),
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
  if (last?.stock_item !== more.stock_item || last?.over !== more.over) return [...taken, more];
  return [...taken.slice(0, -1), { ...more, qty: addQuantities(last?.qty ?? 0, more.qty) }];
}
