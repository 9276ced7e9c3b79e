import { subtractDecimals, validationFailed } from '@cubit/core';
import { unitOf } from '../part/unit.js';
import type { StockTarget } from './stock-target.js';

const GRAMS_PER: Readonly<Record<string, number>> = { mg: 0.001, g: 1, kg: 1_000 };

/** What a scale's reading means in the unit of the part: without the container, whose weight the item or its part tells. */
export function quantityOfWeight({ part, item }: StockTarget, grossG: number): number {
  const path = '/input/gross_weight_g';
  const unit = unitOf(part);
  const gramsPerUnit = GRAMS_PER[unit];
  if (gramsPerUnit === undefined)
    throw validationFailed([
      { path, code: 'wrong_unit', message: `Quantities of '${part.title}' are in '${unit}', which is no weight.` },
    ]);
  const tareG = item?.fields.tare_g ?? part.fields.material?.tare_weight_g ?? 0;
  const netG = subtractDecimals(grossG, tareG);
  // An empty scale is no empty container.
  if (netG < 0)
    throw validationFailed([{ path, code: 'below_tare', message: `Less than the container alone, ${tareG} g.` }]);
  return netG / gramsPerUnit;
}
