import { Field, validationFailed } from '@cubit/core';
import { exactFromDecimal, type ExactQuantity, readExact } from '@cubit/decimal';
import { convertQuantity, isClose, type Measure, plainSize } from '@cubit/units';
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

/** The quantity in the unit of the part, rounded once. Refuses one that rounding would change, and a unit that does not convert. */
export function packInStockUnits(
  { qty, unit }: { readonly qty: number; readonly unit: string },
  part: Part | undefined,
  paths: { readonly qty: string; readonly unit: string },
): number {
  stockUnitsIn(unit, part, paths.unit);
  const { base: to, units = [] } = part ? measureOf(part) : { base: DEFAULT_UNIT };
  const conversion = { from: unit, to, own: { base: to, units } };
  const converted = convertQuantity(qty, conversion) ?? 0;
  if (isClose(qty, conversion)) return converted;
  const message = `${qty} ${unit} would become ${converted} ${to}, which has six places. Measure the part in a smaller unit.`;
  throw validationFailed([{ path: paths.qty, code: 'too_precise', message }]);
}

/** What quantities of the part are measured in. */
export function measureOf({ fields: { unit: base = DEFAULT_UNIT, packs: units } }: Part): Measure {
  return { base, units };
}

/** One `unit` of the part in its plain unit, by default one stock unit; 1 without a part or if it does not convert. */
export function exactSizeOf(part: Part | undefined, unit?: string): ExactQuantity {
  const size = part && plainSize(measureOf(part), unit);
  return size ? exactFromDecimal(size) : readExact(1);
}

export function unitField(description: string) {
  return Field.text({ title: 'Unit', maxLength: LENGTH, pattern: NAME, description });
}
