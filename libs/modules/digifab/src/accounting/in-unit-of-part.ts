import { roundQuantity } from '@cubit/decimal';
import type { Part } from '../stock.js';
import { densityOf, lengthOfGrams, type FilamentShape } from './filament.js';

const MM_PER_M = 1_000;
const CM3_PER_L = 1_000;

/** Converts grams to a quantity in each unit. */
const PER_GRAM: Readonly<Record<string, (grams: number, shape: FilamentShape) => number>> = {
  g: (grams) => grams,
  kg: (grams) => grams / 1_000,
  mg: (grams) => grams * 1_000,
  mm: lengthOfGrams,
  cm: (grams, shape) => lengthOfGrams(grams, shape) / 10,
  m: (grams, shape) => lengthOfGrams(grams, shape) / MM_PER_M,
  ml: (grams, shape) => grams / densityOf(shape),
  l: (grams, shape) => grams / densityOf(shape) / CM3_PER_L,
};
export const MATERIAL_UNITS = Object.keys(PER_GRAM);

/** Converts grams to the unit of the part. Null if that unit is not a weight, length or volume. */
export function inUnitOfPart(grams: number, { fields: { unit = '', material } }: Part): number | null {
  const convert = PER_GRAM[unit.trim().toLowerCase()];
  return convert ? roundQuantity(convert(grams, material ?? {})) : null;
}

/** Converts a quantity in the unit of the part to grams. Null if that unit is not a weight, length or volume. */
export function inGrams(qty: number, owner: Part): number | null {
  const perGram = inUnitOfPart(1_000, owner);
  return perGram === null ? null : (qty / perGram) * 1_000;
}
