import type { ModuleContext } from '@cubit/core';
import { subtractQuantities } from '@cubit/decimal';
import { reopenedStatus } from '../reservation/open-reservation.js';
import { reservation } from '../reservation/reservation.kind.js';
import type { Posting } from '../stock/posting.js';
import type { Build, TakenStock } from './build.fields.js';

/** Above the number of used reservations of the components of a build. */
const MAX_RESERVATIONS = 100_000;

interface ReturnedStock {
  readonly build: Build;
  readonly back: readonly TakenStock[];
  readonly posting: Posting;
}

/** Takes back that returned components were used from reservations of the build: those of the same stock item first, then the newest. */
export async function restoreReservations(
  { records }: ModuleContext,
  { build, back, posting }: ReturnedStock,
): Promise<void> {
  const parts = [...new Set(back.map((taken) => taken.part))];
  const used = await records.find(reservation, {
    where: { part: { in: parts }, status: { in: ['partial', 'consumed'] } },
    sort: '-created_at',
    limit: MAX_RESERVATIONS,
    lock: true,
  });
  const own = used.filter(({ fields: { for: purpose } }) => purpose.id === build.id);
  const consumed = new Map(own.map(({ id, fields }) => [id, fields.consumed_qty]));
  for (const taken of back) {
    let open = taken.qty;
    const ofPart = own.filter(({ fields }) => fields.part === taken.part);
    const pinned = ofPart.filter(({ fields }) => fields.stock_item === taken.stock_item);
    for (const { id } of [...pinned, ...ofPart.filter(({ fields }) => fields.stock_item === undefined)]) {
      const returned = Math.min(open, consumed.get(id) ?? 0);
      consumed.set(id, subtractQuantities(consumed.get(id) ?? 0, returned));
      open = subtractQuantities(open, returned);
    }
  }
  await records.updateMany(
    reservation,
    own.flatMap(({ id, fields }) => {
      const consumed_qty = consumed.get(id) ?? 0;
      if (consumed_qty === fields.consumed_qty) return [];
      return [
        { id, fields: { consumed_qty, status: reopenedStatus({ consumed_qty }) }, note: posting.note('reserve') },
      ];
    }),
  );
}
