import { compact } from '@cubit/core';
import {
  addQuantities,
  divideRoundingUp,
  type ExactQuantity,
  exactToText,
  mostOf,
  readExact,
  requiredExact,
  requiredQuantity,
  requirementOf,
  subtractQuantities,
  toDecimal,
  toMicro,
} from '@cubit/decimal';
import { type BomLine, partsOf } from '../bom/bom-line.fields.js';
import type { Part } from '../part/part.fields.js';
import { exactOfPart, shownOfPart, sizeOfPart } from '../part/unit.js';
import type { Build, BuildLine } from './build.fields.js';

type Parts = ReadonlyMap<string, Part>;

/** Quantities of a line in plain units. */
interface LineQuantities {
  readonly qtyPer: ExactQuantity;
  readonly required: ExactQuantity;
  readonly consumed: ExactQuantity;
}

/** Copies the current bill for the given quantity, without optional lines. */
export function linesOf(bill: readonly BomLine[], { qty, parts }: { readonly qty: number; readonly parts: Parts }) {
  return bill
    .filter(({ fields }) => !fields.optional)
    .flatMap((line): readonly BuildLine[] => {
      const { component, setup_qty, scrap_pct, rounding_multiple } = line.fields;
      const owner = parts.get(component);
      if (!owner) return [];
      const size = sizeOfPart(owner);
      const qtyPer = requirementOf(line.fields, size).perUnit;
      const required = requiredQuantity(line.fields, size, qty);
      return [
        compact({
          component,
          substitutes: partsOf(line).slice(1),
          setup_qty,
          scrap_pct,
          rounding_multiple,
          ...quantityFields(owner, { qtyPer, required, consumed: 0n }),
          taken: [],
        }),
      ];
    });
}

/** The exact quantities of a line and what is shown of them. */
function quantityFields(owner: Part, { qtyPer, required, consumed }: LineQuantities) {
  return {
    qty_per: shownOfPart(owner, qtyPer),
    required: shownOfPart(owner, required),
    consumed: shownOfPart(owner, consumed),
    exact: { qty_per: exactToText(qtyPer), required: exactToText(required), consumed: exactToText(consumed) },
  };
}

/** The line after a further quantity of it was used, or returned if negative. */
export function withConsumed(line: BuildLine, owner: Part | undefined, more: ExactQuantity): BuildLine {
  if (!owner) return line;
  const quantities = quantitiesOf(line, owner);
  return { ...line, ...quantityFields(owner, { ...quantities, consumed: quantities.consumed + more }) };
}

/** Builds of an earlier version have what is shown of their quantities. */
function quantitiesOf({ qty_per, required, consumed, exact }: BuildLine, owner: Part | undefined): LineQuantities {
  if (exact)
    return {
      qtyPer: readExact(exact.qty_per),
      required: readExact(exact.required),
      consumed: readExact(exact.consumed),
    };
  const of = (qty: number) => (owner ? exactOfPart(owner, qty) : 0n);
  return { qtyPer: of(qty_per), required: of(required), consumed: of(consumed) };
}

export function requiredOf(line: BuildLine, owner: Part | undefined): ExactQuantity {
  return quantitiesOf(line, owner).required;
}

interface Progress {
  readonly owner: Part | undefined;
  readonly units: number;
  readonly total: number;
}

/**
 * Quantity of a line that is used after the given number of units: its share of the total requirement, rounded up, so that the last unit
 * uses the rest. Beyond the total, the requirement of a build of that size.
 */
function usedAfter(line: BuildLine, { owner, units, total }: Progress): ExactQuantity {
  const [at, all] = [toMicro(units), toMicro(total)];
  const { qtyPer, required } = quantitiesOf(line, owner);
  if (at < all) return divideRoundingUp(required * at, all);
  const size = owner ? sizeOfPart(owner) : toDecimal(1);
  return requiredExact(requirementOf({ ...line, exact_qty_per: exactToText(qtyPer) }, size), at);
}

interface UnitsOfBuild {
  readonly units: number;
  readonly parts: Parts;
}

/** Quantity of each line to use for the given number of further units. */
export function amountsFor({ fields }: Build, { units, parts }: UnitsOfBuild): readonly ExactQuantity[] {
  const after = { units: addQuantities(fields.qty_consumed, units), total: fields.qty };
  return (fields.lines ?? []).map((line) =>
    mostOf(0n, -openAfter(line, { ...after, owner: parts.get(line.component) })),
  );
}

/** Quantity of each line to return when the given number of units is reversed. */
export function returnsFor({ fields }: Build, { units, parts }: UnitsOfBuild): readonly ExactQuantity[] {
  const after = { units: Math.max(0, subtractQuantities(fields.qty_consumed, units)), total: fields.qty };
  return (fields.lines ?? []).map((line) =>
    mostOf(0n, openAfter(line, { ...after, owner: parts.get(line.component) })),
  );
}

/** How much more of the line was used than the units need. */
function openAfter(line: BuildLine, progress: Progress): ExactQuantity {
  return quantitiesOf(line, progress.owner).consumed - usedAfter(line, progress);
}
