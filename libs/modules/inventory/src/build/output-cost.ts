import type { Money } from '@cubit/decimal';
import { addValues, averageCost, stockValueOf, type StockValue } from '../stock/stock-value.js';
import type { Build } from './build.fields.js';

/** Unit cost of an output: the cost of the components used so far, divided by the units they were used for. Undefined without costs, or with several currencies. */
export function outputCost({
  lines = [],
  qty_consumed,
}: Pick<Build['fields'], 'lines' | 'qty_consumed'>): Money | undefined {
  const worth = lines
    .flatMap(({ taken }) => taken.flatMap(({ qty, unit_cost }) => stockValueOf(qty, unit_cost)))
    .reduce((sum, one) => addValues(sum, [one]), [] as readonly StockValue[]);
  return averageCost(worth.map((one) => ({ ...one, qty: qty_consumed })));
}
