import { Field, validationFailed } from '@cubit/core';
import { type Decimal, exactFromDecimal, type ExactQuantity, readExact, toDecimal } from '@cubit/decimal';
import { convertQuantity, exactQuantity, type Measure, plainSize, shownQuantity } from '@cubit/units';
import type { Part } from './foreign.js';

const DEFAULT_UNIT = 'pcs';
const LENGTH = 20;
const NAME = String.raw`^\S.*$`;

/** How many stock units one `unit` is. Refuses a unit that does not convert into the unit of the part. */
export function stockUnitsIn(unit: string, part: Part | undefined, path: string): number {
  const { unit: to = DEFAULT_UNIT, packs = [] } = part?.fields ?? {};
  const size = part && convertQuantity(1, { from: unit, to, own: { base: to, units: packs } });
  if (size !== undefined && size > 0) return size;
  const message = part
    ? `'${unit}' does not convert into '${to}', the unit of '${part.title}'.`
    : 'Without a part, quantities have no unit.';
  throw validationFailed([{ path, code: 'wrong_unit', message }]);
}

interface NamedQuantity {
  readonly qty: number;
  readonly unit: string;
}

/** The quantity without rounding, in plain units. Refuses a unit that does not convert, and what would be shown as nothing. */
export function exactInUnit(
  { qty, unit }: NamedQuantity,
  part: Part | undefined,
  paths: { readonly qty: string; readonly unit: string },
): ExactQuantity {
  stockUnitsIn(unit, part, paths.unit);
  const exact = part && exactQuantity(qty, measureOf(part), unit);
  if (part && exact !== undefined && shownOf(part, exact) > 0) return exact;
  throw validationFailed([{ path: paths.qty, code: 'too_small', message: 'The quantity is too small.' }]);
}

/** What quantities of the part are measured in. */
export function measureOf({ fields: { unit: base = DEFAULT_UNIT, packs: units } }: Part): Measure {
  return { base, units };
}

/** A quantity in stock units, without rounding, in plain units. */
export function exactOf(part: Part, qty: number): ExactQuantity {
  return exactQuantity(qty, measureOf(part)) ?? 0n;
}

/** A quantity in stock units, as it is shown. */
export function shownOf(part: Part, qty: ExactQuantity): number {
  return shownQuantity(qty, measureOf(part));
}

/** Quantity of the part that can be used or reserved. */
export function availableOf(part: Part): ExactQuantity {
  const { exact, available } = part.fields;
  return exact ? readExact(exact.usable) - readExact(exact.reserved) : exactOf(part, available);
}

/** One `unit` of the part in its plain unit, by default one stock unit; 1 without a part or if it does not convert. */
export function sizeOf(part: Part | undefined, unit?: string): Decimal {
  return (part && plainSize(measureOf(part), unit)) ?? toDecimal(1);
}

export function exactSizeOf(part: Part | undefined, unit?: string): ExactQuantity {
  return exactFromDecimal(sizeOf(part, unit));
}

/** `of`: the reference whose units fit. */
export function unitField(of: string, description: string) {
  return Field.text({ title: 'Unit', ui: { units: of }, maxLength: LENGTH, pattern: NAME, description });
}
