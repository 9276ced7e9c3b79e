import type { ModuleContext } from '@cubit/core';
import { subtractQuantities } from '@cubit/decimal';
import { consumedFields, remainderOf } from '../reservation/open-reservation.js';
import { reservation } from '../reservation/reservation.kind.js';
import type { MovementType } from '../stock/movement-type.js';
import { pickStock, totalOf, type Take } from '../stock/pick-stock.js';
import type { Posting } from '../stock/posting.js';
import { writeConsumption, type Consumption } from '../stock/write-consumption.js';
import { allocate, totalsByPart, type Claim, type Share } from './allocate.js';
import type { ComponentStock } from './component-stock.js';
import { shortagesError } from './reserve-components.js';

interface UseComponentsOptions {
  readonly stock: ComponentStock;
  readonly claims: readonly Claim[];
  readonly posting: Posting;
  readonly type: MovementType;
  /** Path of the quantity in the request. */
  readonly path: string;
  /** The components were used already, so a shortage is recorded and not refused. */
  readonly isPast?: boolean;
}

export type Takes = ReadonlyMap<string, { readonly takes: readonly Take[]; readonly short: number }>;

/**
 * Uses stock for claims: reserved stock first, then free stock. Throws `409` with a detail for every component that is short, unless the
 * components were used already. The number of statements does not depend on the number of claims.
 */
export async function useComponents(
  context: ModuleContext,
  { stock, claims, posting, type, path, isPast = false }: UseComponentsOptions,
): Promise<{ readonly shares: readonly (readonly Share[])[]; readonly takes: Takes }> {
  const budgets = [stock.reserved, stock.free];
  const { shares, short } = allocate(claims, isPast ? [...budgets, reservedByOthers(stock)] : budgets);
  const takes = takesOf(totalsByPart(shares), stock, isPast);
  const missing = claims.flatMap((line, index) => ((short[index] ?? 0) > 0 ? [{ line, qty: short[index] ?? 0 }] : []));
  const absent = [...takes].flatMap(([part, { short: qty }]) => (qty > 0 ? [{ line: { component: part }, qty }] : []));
  const shortages = [...missing, ...absent];
  if (shortages.length > 0 && !isPast) throw shortagesError(shortages, stock, path);
  await useReservations(context, { totals: totalsByPart(shares), stock, posting, type });
  const consumptions = consumptionsOf(stock, { takes, shortages });
  await writeConsumption(context, consumptions, { posting, type, path });
  return { shares, takes };
}

/** What is left of the stock that can be reached, by part. */
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
  readonly shortages: readonly { readonly line: Pick<Claim, 'component'>; readonly qty: number }[];
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
  readonly type: MovementType;
}

/** Runs before stock is removed, so that `inventory.stock.changed` no longer counts it as reserved. */
async function useReservations(
  context: ModuleContext,
  { totals, stock, posting, type }: ReservationUse,
): Promise<void> {
  const patches = [...totals].flatMap(([part, total]) => {
    let left = total;
    return (stock.reservations.get(part) ?? []).flatMap((kept) => {
      const used = Math.min(left, remainderOf(kept.fields));
      left = subtractQuantities(left, used);
      return used <= 0 ? [] : [{ id: kept.id, fields: consumedFields(kept.fields, used), note: posting.note(type) }];
    });
  });
  await context.records.updateMany(reservation, patches);
}
