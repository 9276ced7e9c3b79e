import type { Money } from '@cubit/core';
import { addWorth, averageCost, worthOf, type Worth } from '../stock/worth.js';
import type { Build } from './build.fields.js';

/** What one output cost: what was paid for the components taken so far, by the units they were taken for. Undefined without costs, or with several currencies. */
export function outputCost({
  lines = [],
  qty_consumed,
}: Pick<Build['fields'], 'lines' | 'qty_consumed'>): Money | undefined {
  const worth = lines
    .flatMap(({ taken }) => taken.flatMap(({ qty, unit_cost }) => worthOf(qty, unit_cost)))
    .reduce((sum, one) => addWorth(sum, [one]), [] as readonly Worth[]);
  return averageCost(worth.map((one) => ({ ...one, qty: qty_consumed })));
}
