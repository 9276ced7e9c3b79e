import { NO_STOCK } from '../stock/stock-totals.js';
import type { Part } from '../part/part.fields.js';
import { shownOfPart } from '../part/unit.js';
import { compact, type KindHookContext, type RecordChange } from '@cubit/core';
import type { ExactQuantity } from '@cubit/decimal';
import { reservationConsumed, reservationExpired, reservationReleased } from '../events.js';
import { part } from '../part/part.kind.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { postingNoteOf, Posting, type PostingEntry } from '../stock/posting.js';
import { writePosting } from '../stock/write-posting.js';
import { exactFrom, exactOfReservation, remainderOf } from './open-reservation.js';
import type { Reservation, ReservationKind } from './reservation.fields.js';

type Change = RecordChange<ReservationKind>;

/** Updates the totals of parts for every write of reservations, and emits their events. */
export async function postReservationChanges(context: KindHookContext, changes: readonly Change[]): Promise<void> {
  const parts = await context.records.lock(
    part,
    changes.map(({ after }) => after.fields.part),
  );
  const pinned = await context.records.getMany(
    stockItem,
    changes.flatMap(({ after }) => after.fields.stock_item ?? []),
  );
  const own = new Posting({ type: 'reserve' });
  for (const change of changes) {
    const { after, path } = change;
    const owner = parts.get(after.fields.part);
    if (!owner) continue;
    const { before, now, consumed } = quantitiesOf(change, owner);
    const shown = (quantity: ExactQuantity) => shownOfPart(owner, quantity);
    const remaining = shown(now);
    emitReservationEvents(context, after, {
      consumed: shown(consumed),
      released: shown(before - now - consumed),
      remaining,
    });
    if (before === now) continue;
    const effect = { ...NO_STOCK, reserved: now - before };
    const { stock_item: item } = after.fields;
    const present = pinned.get(item ?? '')?.fields.qty ?? owner.fields.on_hand;
    // Consumed stock has a movement of its own: the use.
    const line: PostingEntry['line'] =
      consumed !== 0n
        ? null
        : {
            type: now > before ? 'reserve' : 'release',
            stockItem: item,
            qtyBefore: present,
            qtyAfter: present,
            exactDelta: 0n,
            cause: { kind: after.kind, id: after.id },
          };
    (postingNoteOf(change.note)?.posting ?? own).entries.push({ partId: after.fields.part, effect, line, path });
  }
  await writePosting(context, own);
}

interface ReservedQuantities {
  /** Still reserved before the change and after it. */
  readonly before: ExactQuantity;
  readonly now: ExactQuantity;
  readonly consumed: ExactQuantity;
}

function quantitiesOf({ operation, before, after }: Change, owner: Part): ReservedQuantities {
  const was = before && { ...before.fields, exact: before.fields.exact ?? exactFrom(owner, before.fields) };
  return {
    before: was === null || operation === 'restore' ? 0n : remainderOf(was),
    now: operation === 'delete' ? 0n : remainderOf(after.fields),
    consumed: exactOfReservation(after.fields).used - (was ? exactOfReservation(was).used : 0n),
  };
}

interface ReservationChange {
  readonly consumed: number;
  readonly released: number;
  readonly remaining: number;
}

function emitReservationEvents(
  context: KindHookContext,
  { id, fields }: Reservation,
  { consumed, released, remaining }: ReservationChange,
): void {
  const common = compact({
    reservationId: id,
    partId: fields.part,
    stockItemId: fields.stock_item,
    for: fields.for,
    remaining,
  });
  if (consumed > 0) context.emit(reservationConsumed, { ...common, qty: consumed });
  if (released <= 0) return;
  const { remaining: _, ...gone } = { ...common, qty: released };
  if (fields.status === 'expired') context.emit(reservationExpired, gone);
  else context.emit(reservationReleased, { ...gone, remaining });
}
