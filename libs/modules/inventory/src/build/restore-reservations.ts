import type { ModuleContext } from '@cubit/core';
import { type ExactQuantity, exactToText, leastOf, readExact } from '@cubit/decimal';
import { exactOfReservation, reopenedStatus } from '../reservation/open-reservation.js';
import { reservation } from '../reservation/reservation.kind.js';
import type { Posting } from '../stock/posting.js';
import type { Build, TakenStock } from './build.fields.js';

/** Above the number of used reservations of the components of a build. */
const MAX_RESERVATIONS = 100_000;

/** Stock that is returned, with its quantity in the plain unit. */
export type ReturnedTake = TakenStock & { readonly exact: string };

interface ReturnedStock {
  readonly build: Build;
  readonly back: readonly ReturnedTake[];
  readonly posting: Posting;
}

/** Takes back that returned components were used from reservations of the build: those of the same stock item first, then the newest. */
export async function restoreReservations(
  { records }: ModuleContext,
  { build, back, posting }: ReturnedStock,
): Promise<void> {
  const parts = [...new Set(back.map((taken) => taken.part))];
  const found = await records.find(reservation, {
    where: { part: { in: parts }, status: { in: ['partial', 'consumed'] } },
    sort: '-created_at',
    limit: MAX_RESERVATIONS,
    lock: true,
  });
  const own = found.filter(({ fields: { for: purpose } }) => purpose.id === build.id);
  const returned = new Map<string, ExactQuantity>();
  for (const taken of back) {
    let open = readExact(taken.exact);
    const ofPart = own.filter(({ fields }) => fields.part === taken.part);
    const pinned = ofPart.filter(({ fields }) => fields.stock_item === taken.stock_item);
    for (const { id, fields } of [...pinned, ...ofPart.filter(({ fields }) => fields.stock_item === undefined)]) {
      const before = returned.get(id) ?? 0n;
      const given = leastOf(open, exactOfReservation(fields).used - before);
      returned.set(id, before + given);
      open -= given;
    }
  }
  await records.updateMany(
    reservation,
    own.flatMap(({ id, fields }) => {
      const given = returned.get(id) ?? 0n;
      if (given === 0n) return [];
      const { qty, used } = exactOfReservation(fields);
      const exact = { qty: exactToText(qty), used: exactToText(used - given) };
      const status = reopenedStatus({ ...fields, exact });
      return [{ id, fields: { exact, status }, note: posting.note('reserve') }];
    }),
  );
}
