import { shownOfPart } from '../part/unit.js';
import { availableOfPart } from '../stock/stock-totals.js';
import { heldOf } from '../stock-item/exact-fields.js';
import { type ExactQuantity, sumOfExact, mostOf, leastOf } from '@cubit/decimal';
import type { AnyRef, ModuleContext } from '@cubit/core';
import type { Part } from '../part/part.fields.js';
import { part } from '../part/part.kind.js';
import { OPEN_STATUSES, remainderOf } from '../reservation/open-reservation.js';
import { reservationRecord, type Reservation } from '../reservation/reservation.fields.js';
import { locationsBelow } from '../stock/locations-below.js';
import { inOrderOfUse, type Candidate } from '../stock/pick-stock.js';
import { usableItemsOfParts } from '../stock/stock-target.js';

/** Above the number of open reservations of the components of one user. */
const MAX_RESERVATIONS = 100_000;

/** What components are for, and has reserved: a build, or the record that gets a kit. */
export interface ComponentUser extends AnyRef {
  /** Location that stock is taken from, with all below it. Default: all. */
  readonly fields: { readonly source_location?: string };
}

/** Stock of the components of a build or a kit, all locked, in plain units: one query each for parts, stock items and reservations. */
export interface ComponentStock {
  readonly parts: ReadonlyMap<string, Part>;
  /** By part, in the order of use, with items reserved by the user first. Quantities reserved by others are excluded. */
  readonly candidates: ReadonlyMap<string, readonly Candidate[]>;
  /** Reservations of the user, by part. */
  readonly reservations: ReadonlyMap<string, readonly Reservation[]>;
  /** Quantity of each part that the user has reserved. */
  readonly reserved: ReadonlyMap<string, ExactQuantity>;
  /** Unreserved quantity of each part that can be used, given the source location. */
  readonly free: ReadonlyMap<string, ExactQuantity>;
}

export async function componentStock(
  context: ModuleContext,
  user: ComponentUser,
  lines: readonly { readonly component: string; readonly substitutes: readonly string[] }[],
): Promise<ComponentStock> {
  const { records } = context;
  const ids = [...new Set(lines.flatMap(({ component, substitutes }) => [component, ...substitutes]))];
  const parts = await records.lock(part, ids);
  const items = await usableItemsOfParts(context, ids);
  const open = await records.find(reservationRecord, {
    where: { part: { in: ids }, status: { in: OPEN_STATUSES } },
    limit: MAX_RESERVATIONS,
    lock: true,
  });
  const own = open.filter(({ fields }) => fields.for.kind === user.kind && fields.for.id === user.id);
  const pinnedByOthers = pinned(open.filter((reservation) => !own.includes(reservation)));
  const pinnedByUs = pinned(own);
  const { source_location: source } = user.fields;
  const places = source === undefined ? null : await locationsBelow(context, [source]);
  const reachable = items.filter(({ fields }) => places === null || places.has(fields.location ?? ''));
  const candidates = new Map(
    [...Map.groupBy(reachable, ({ fields }) => fields.part)].map(([id, ofPart]) => {
      const inOrder = inOrderOfUse(ofPart);
      const first = inOrder.filter((item) => pinnedByUs.has(item.id));
      const rest = inOrder.filter((item) => !pinnedByUs.has(item.id));
      const free = (item: (typeof items)[number]) => heldOf(item.fields) - (pinnedByOthers.get(item.id) ?? 0n);
      return [id, [...first, ...rest].map((item) => ({ item, free: free(item) }))] as const;
    }),
  );
  const reservations = Map.groupBy(own, ({ fields }) => fields.part);
  const reserved = new Map(
    [...reservations].map(([id, ofPart]) => [id, sumOfExact(ofPart.map(({ fields }) => remainderOf(fields)))]),
  );
  const free = new Map(
    ids.map((id) => {
      const owner = parts.get(id);
      const available = owner ? availableOfPart(owner) : 0n;
      const there = sumOfExact((candidates.get(id) ?? []).map((candidate) => mostOf(0n, candidate.free)));
      const within = there - (reserved.get(id) ?? 0n);
      return [id, mostOf(0n, leastOf(available, within))];
    }),
  );
  return { parts, candidates, reservations, reserved, free };
}

function pinned(reservations: readonly Reservation[]): ReadonlyMap<string, ExactQuantity> {
  const quantities = new Map<string, ExactQuantity>();
  for (const { fields } of reservations)
    if (fields.stock_item !== undefined)
      quantities.set(fields.stock_item, (quantities.get(fields.stock_item) ?? 0n) + remainderOf(fields));
  return quantities;
}

/** The quantity of a component that is missing; what is shown as nothing is not. */
export function missingOfComponent({ parts }: ComponentStock, component: string, qty: ExactQuantity): ExactQuantity {
  const owner = parts.get(component);
  return owner && shownOfPart(owner, qty) > 0 ? qty : 0n;
}
