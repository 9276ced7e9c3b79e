import { roundQuantity } from '@cubit/decimal';
import { convertQuantity } from '@cubit/units';
import type { Part } from '../stock.js';
import { densityOf, lengthOfGrams, type FilamentShape } from './filament.js';

/** Converts grams to a quantity in each unit. */
const PER_GRAM: Readonly<Record<string, (grams: number, shape: FilamentShape) => number>> = {
  g: (grams) => grams,
  mm: lengthOfGrams,
  ml: (grams, shape) => grams / densityOf(shape),
};
export const MATERIAL_UNITS = ['g', 'kg', 'mg', 'mm', 'cm', 'm', 'ml', 'l'];

/** Converts grams to the unit of the part. Null if that unit is not a weight, length or volume. */
export function inUnitOfPart(grams: number, { fields: { unit = '', material } }: Part): number | null {
  for (const [from, perGram] of Object.entries(PER_GRAM)) {
    const size = convertQuantity(1, { from: unit, to: from });
    if (size !== undefined && size > 0) return roundQuantity(perGram(grams, material ?? {}) / size);
  }
  return null;
}

/** Converts a quantity in the unit of the part to grams. Null if that unit is not a weight, length or volume. */
export function inGrams(qty: number, owner: Part): number | null {
  const perGram = inUnitOfPart(1_000, owner);
  return perGram === null ? null : (qty / perGram) * 1_000;
}
