import type { ModuleContext } from '@cubit/core';
import { lying, stockItem } from './lying-stock.js';

/** Of a part that lies in more places, those with the most of it. */
export const MAX_PLACES = 50;

/** How much of a part lies where, by location: the most of it first. */
export async function placesOfPart(
  { records }: Pick<ModuleContext, 'records'>,
  part: string,
): Promise<ReadonlyMap<string, number>> {
  const where = { ...lying, part, location: { not: null } };
  const sums = await records.sum(stockItem, 'qty', { where, by: 'location' });
  return new Map([...sums].toSorted(([, one], [, other]) => other - one).slice(0, MAX_PLACES));
}
