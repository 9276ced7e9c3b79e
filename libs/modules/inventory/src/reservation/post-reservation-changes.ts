import { compact, subtractDecimals, type KindHookContext, type RecordChange } from '@cubit/core';
import { reservationConsumed, reservationExpired, reservationReleased } from '../events.js';
import { part } from '../part/part.kind.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { noteOf, Posting, type Entry } from '../stock/posting.js';
import { settle } from '../stock/settle.js';
import { NOTHING } from '../stock/stock-totals.js';
import { remainderOf } from './open-reservation.js';
import type { Reservation, ReservationKind } from './reservation.fields.js';

type Change = RecordChange<ReservationKind>;

/** What a reservation keeps is part of its part's totals, from every path that writes one. */
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
    const [before, now] = remainders(change);
    const consumed = subtractDecimals(after.fields.consumed_qty, change.before?.fields.consumed_qty ?? 0);
    const released = subtractDecimals(before, now, consumed);
    tell(context, after, { consumed, released, remaining: now });
    if (before === now) continue;
    const effect = { ...NOTHING, reserved: subtractDecimals(now, before) };
    const { stock_item: item } = after.fields;
    const held = pinned.get(item ?? '')?.fields.qty ?? parts.get(after.fields.part)?.fields.on_hand ?? 0;
    // What is consumed leaves the ledger a line of its own: the use of the stock.
    const line: Entry['line'] =
      consumed !== 0
        ? null
        : {
            type: now > before ? 'reserve' : 'release',
            stockItem: item,
            qtyBefore: held,
            qtyAfter: held,
            cause: { kind: after.kind, id: after.id },
          };
    (noteOf(change.note)?.posting ?? own).entries.push({ partId: after.fields.part, effect, line, path });
  }
  await settle(context, own);
}

function remainders({ operation, before, after }: Change): readonly [before: number, now: number] {
  return [
    before === null || operation === 'restore' ? 0 : remainderOf(before.fields),
    operation === 'delete' ? 0 : remainderOf(after.fields),
  ];
}

interface News {
  readonly consumed: number;
  readonly released: number;
  readonly remaining: number;
}

function tell(context: KindHookContext, { id, fields }: Reservation, { consumed, released, remaining }: News): void {
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
