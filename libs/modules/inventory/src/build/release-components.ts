import type { ModuleContext } from '@cubit/core';
import { OPEN_STATUSES } from '../reservation/open-reservation.js';
import { reservation } from '../reservation/reservation.kind.js';
import type { Build } from './build.fields.js';

const MAX_RESERVATIONS = 100_000;

/** Releases the open reservations of the build. */
export async function releaseComponents({ records }: ModuleContext, { id, kind, fields }: Build): Promise<void> {
  const parts = [...new Set((fields.lines ?? []).flatMap(({ component, substitutes }) => [component, ...substitutes]))];
  const open = await records.find(reservation, {
    where: { part: { in: parts }, status: { in: OPEN_STATUSES } },
    limit: MAX_RESERVATIONS,
  });
  const own = open.filter(({ fields: { for: purpose } }) => purpose.kind === kind && purpose.id === id);
  await records.updateMany(
    reservation,
    own.map((kept) => ({ id: kept.id, fields: { status: 'released' as const } })),
  );
}
