import type { ModuleContext } from '@cubit/core';
import { presentStock, stockItem } from './stock-in-location.js';

/** Only the locations with the largest quantities are returned. */
export const MAX_PLACES = 50;

/** Quantity of a part by location id, largest first. */
export async function placesOfPart(
  { records }: Pick<ModuleContext, 'records'>,
  part: string,
): Promise<ReadonlyMap<string, number>> {
  const where = { ...presentStock, part, location: { not: null } };
  const sums = await records.sum(stockItem, 'qty', { where, by: 'location' });
  return new Map([...sums].toSorted(([, one], [, other]) => other - one).slice(0, MAX_PLACES));
}
