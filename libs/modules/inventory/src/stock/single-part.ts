import { type ErrorDetail, type ModuleContext, validationFailed } from '@cubit/core';
import { part } from '../part/part.kind.js';
import { stockItemRecord } from '../stock-item/stock-item.fields.js';
import { PRESENT_STATUSES } from '../stock-item/stock-status.js';
import type { Place } from './place.js';

/** Stock of a part that comes to a location. */
export interface Arrival {
  readonly placeId: string;
  readonly part: string;
  /** Path of the location in the request. */
  readonly path: string;
}

/** Above the number of stock items that a write touches. Items beyond the limit would be ignored. */
const MAX_ITEMS = 100_000;

/** Refuses stock that comes to a location for a single part (`single_part`) which has stock of another part. */
export async function refuseOtherParts(
  context: ModuleContext,
  arrivals: readonly Arrival[],
  places: ReadonlyMap<string, Place>,
): Promise<void> {
  const bound = arrivals.filter(({ placeId }) => places.get(placeId)?.fields.single_part === true);
  if (bound.length === 0) return;
  const present = await partsAt(context, bound);
  const clashes = bound.flatMap((arrival) => {
    const other = [...(present.get(arrival.placeId) ?? [])].find((id) => id !== arrival.part);
    return other === undefined ? [] : [{ ...arrival, other }];
  });
  if (clashes.length === 0) return;
  const owners = await context.records.getMany(
    part,
    clashes.map(({ other }) => other),
  );
  throw validationFailed(
    clashes.map(({ placeId, path, other }): ErrorDetail => {
      const place = places.get(placeId);
      const name = place?.fields.path ?? place?.title ?? '';
      const message = `'${name}' is for a single part and has stock of '${owners.get(other)?.title ?? other}'.`;
      return { path, code: 'single_part', message };
    }),
  );
}

/** The parts with stock on hand at the locations, as written so far. If one part arrives, only the others are read. */
async function partsAt(
  { records }: ModuleContext,
  arrivals: readonly Arrival[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const [first, ...more] = new Set(arrivals.map((arrival) => arrival.part));
  const items = await records.find(stockItemRecord, {
    where: {
      location: { in: [...new Set(arrivals.map(({ placeId }) => placeId))] },
      status: { in: PRESENT_STATUSES },
      installed_in: null,
      loan: null,
      qty: { gt: 0 },
      ...(first !== undefined && more.length === 0 ? { part: { not: first } } : {}),
    },
    limit: MAX_ITEMS,
  });
  const parts = new Map<string, Set<string>>();
  for (const { fields } of items) {
    const found = parts.get(fields.location ?? '') ?? new Set();
    parts.set(fields.location ?? '', found.add(fields.part));
  }
  return parts;
}
