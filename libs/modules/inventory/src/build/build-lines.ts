import { compact, addDecimals, subtractDecimals } from '@cubit/core';
import { partsOf, type BomLine } from '../bom/bom-line.fields.js';
import { divideUp, fromMicro, toMicro } from '../bom/micro.js';
import { needOf, requiredMicro } from '../bom/required-quantity.js';
import type { Build, BuildLine } from './build.fields.js';

/** The bill as it is now, for so many. Optional lines are left out. */
export function linesOf(bill: readonly BomLine[], qty: number): BuildLine[] {
  return bill
    .filter(({ fields }) => !fields.optional)
    .map((line) => {
      const { component, qty_per, setup_qty, scrap_pct, rounding_multiple } = line.fields;
      return compact({
        component,
        substitutes: partsOf(line).slice(1),
        qty_per,
        setup_qty,
        scrap_pct,
        rounding_multiple,
        required: fromMicro(requiredMicro(needOf(line.fields), toMicro(qty))),
        consumed: 0,
        taken: [],
      });
    });
}

/**
 * What a line has used once so many units are made: its share of what the whole build needs, rounded up, so that all of it is used
 * with the last; past the end what a build of that size would need.
 */
export function usedAfter(line: BuildLine, units: number, total: number): number {
  const [at, all] = [toMicro(units), toMicro(total)];
  if (at >= all) return fromMicro(requiredMicro(needOf(line), at));
  return fromMicro(divideUp(toMicro(line.required) * at, all));
}

/** What is to be taken of each line for so many more units. */
export function amountsFor({ fields: { lines = [], qty, qty_consumed } }: Build, units: number): readonly number[] {
  const after = addDecimals(qty_consumed, units);
  return lines.map((line) => Math.max(0, subtractDecimals(usedAfter(line, after, qty), line.consumed)));
}

/** What is to be put back of each line for so many units less. */
export function returnsFor({ fields: { lines = [], qty, qty_consumed } }: Build, units: number): readonly number[] {
  const after = Math.max(0, subtractDecimals(qty_consumed, units));
  return lines.map((line) => Math.max(0, subtractDecimals(line.consumed, usedAfter(line, after, qty))));
}
