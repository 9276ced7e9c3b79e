import {
  addQuantities,
  divideRoundingUp,
  fromMicro,
  requirementOf,
  requiredMicro,
  requiredQuantity,
  subtractQuantities,
  toMicro,
} from '@cubit/decimal';
import { compact } from '@cubit/core';
import { partsOf, type BomLine } from '../bom/bom-line.fields.js';
import type { Build, BuildLine } from './build.fields.js';

/** Copies the current bill for the given quantity, without optional lines. */
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
        required: requiredQuantity(line.fields, qty),
        consumed: 0,
        taken: [],
      });
    });
}

/**
 * Quantity of a line that is used after the given number of units: its share of the total requirement, rounded up, so that the last unit
 * uses the rest. Beyond the total, the requirement of a build of that size.
 */
export function usedAfter(line: BuildLine, units: number, total: number): number {
  const [at, all] = [toMicro(units), toMicro(total)];
  if (at >= all) return fromMicro(requiredMicro(requirementOf(line), at));
  return fromMicro(divideRoundingUp(toMicro(line.required) * at, all));
}

/** Quantity of each line to use for the given number of further units. */
export function amountsFor({ fields: { lines = [], qty, qty_consumed } }: Build, units: number): readonly number[] {
  const after = addQuantities(qty_consumed, units);
  return lines.map((line) => Math.max(0, subtractQuantities(usedAfter(line, after, qty), line.consumed)));
}

/** Quantity of each line to return when the given number of units is reversed. */
export function returnsFor({ fields: { lines = [], qty, qty_consumed } }: Build, units: number): readonly number[] {
  const after = Math.max(0, subtractQuantities(qty_consumed, units));
  return lines.map((line) => Math.max(0, subtractQuantities(line.consumed, usedAfter(line, after, qty))));
}
