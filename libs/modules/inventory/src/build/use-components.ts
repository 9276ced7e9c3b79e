import { heldOf } from '../stock-item/exact-fields.js';
import type { ModuleContext } from '@cubit/core';
import { type ExactQuantity, sumOfExact, mostOf, leastOf } from '@cubit/decimal';
import { consumedFields, remainderOf } from '../reservation/open-reservation.js';
import { reservation } from '../reservation/reservation.kind.js';
import type { MovementType } from '../stock/movement-type.js';
import { pickStock, type Take } from '../stock/pick-stock.js';
import type { Posting } from '../stock/posting.js';
import { writeConsumption, type Consumption } from '../stock/write-consumption.js';
import { allocate, totalsByPart, type Claim, type Share } from './allocate.js';
import { type ComponentStock, missingOfComponent } from './component-stock.js';
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

export type Takes = ReadonlyMap<string, { readonly takes: readonly Take[]; readonly short: ExactQuantity }>;

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
  const missing = claims.map((line, index) => ({
    line,
    qty: missingOfComponent(stock, line.component, short[index] ?? 0n),
  }));
  const absent = [...takes].map(([part, { short: qty }]) => ({
    line: { component: part },
    qty: missingOfComponent(stock, part, qty),
  }));
  const shortages = [...missing, ...absent].filter(({ qty }) => qty > 0n);
  if (shortages.length > 0 && !isPast) throw shortagesError(shortages, stock, path);
  await useReservations(context, { totals: totalsByPart(shares), stock, posting, type });
  const consumptions = consumptionsOf(stock, { takes, shortages });
  await writeConsumption(context, consumptions, { posting, type, path });
  return { shares, takes };
}

/** What is left of the stock that can be reached, by part. */
function reservedByOthers({ candidates, reserved, free }: ComponentStock): ReadonlyMap<string, ExactQuantity> {
  return new Map(
    [...candidates].map(([part, ofPart]) => {
      const there = sumOfExact(ofPart.map(({ item }) => heldOf(item.fields)));
      return [part, mostOf(0n, there - (reserved.get(part) ?? 0n) - (free.get(part) ?? 0n))];
    }),
  );
}

interface UsedComponents {
  readonly takes: Takes;
  readonly shortages: readonly { readonly line: Pick<Claim, 'component'>; readonly qty: ExactQuantity }[];
}

function consumptionsOf(
  { parts, candidates }: ComponentStock,
  { takes, shortages }: UsedComponents,
): readonly Consumption[] {
  const over = Map.groupBy(shortages, ({ line }) => line.component);
  return [...new Set([...takes.keys(), ...over.keys()])].flatMap((partId): Consumption[] => {
    const owner = parts.get(partId);
    if (!owner) return [];
    const ofPart = takes.get(partId)?.takes ?? [];
    return [
      {
        part: owner,
        takes: ofPart,
        over: sumOfExact((over.get(partId) ?? []).map(({ qty }) => qty)),
        item: ofPart.at(-1)?.item ?? candidates.get(partId)?.at(-1)?.item,
      },
    ];
  });
}

function takesOf(totals: ReadonlyMap<string, ExactQuantity>, { candidates }: ComponentStock, isPast: boolean): Takes {
  const all = (part: string) => candidates.get(part) ?? [];
  const pick = (part: string, qty: ExactQuantity) => {
    const picked = pickStock(all(part), qty);
    if (!isPast || picked.short <= 0n) return picked;
    return pickStock(
      all(part).map(({ item }) => ({ item, free: heldOf(item.fields) })),
      qty,
    );
  };
  return new Map([...totals].map(([part, qty]) => [part, pick(part, qty)]));
}

interface ReservationUse {
  readonly totals: ReadonlyMap<string, ExactQuantity>;
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
      const used = leastOf(left, remainderOf(kept.fields));
      left -= used;
      return used <= 0n ? [] : [{ id: kept.id, fields: consumedFields(kept.fields, used), note: posting.note(type) }];
    });
  });
  await context.records.updateMany(reservation, patches);
}
