import { roundDecimal } from '@cubit/core';
import type { Part } from '../stock.js';
import { densityOf, lengthOfGrams, type FilamentShape } from './filament.js';

const MM_PER_M = 1_000;
const CM3_PER_L = 1_000;

/** How much of a unit so many grams are. */
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

/** So many grams in the unit in which the part is kept; null where that is neither weight, length nor volume. */
export function inUnitOfPart(grams: number, { fields: { unit = '', material } }: Part): number | null {
  const convert = PER_GRAM[unit.trim().toLowerCase()];
  return convert ? roundDecimal(convert(grams, material ?? {})) : null;
}

/** The other way round. */
export function inGrams(qty: number, owner: Part): number | null {
  const perGram = inUnitOfPart(1_000, owner);
  return perGram === null ? null : (qty / perGram) * 1_000;
}
