import { subtractQuantities, type ExactQuantity } from '@cubit/decimal';
import { validationFailed } from '@cubit/core';
import { exactQuantity } from '@cubit/units';
import { unitOf } from '../part/unit.js';
import type { StockTarget } from './stock-target.js';

/** Converts a gross weight in grams to a quantity in the unit of the part, less the container weight of the item or the part. */
export function quantityOfWeight({ part, item }: StockTarget, grossG: number): ExactQuantity {
  const path = '/input/gross_weight_g';
  const unit = unitOf(part);
  const weigh = (grams: number) => exactQuantity(grams, { base: unit, units: part.fields.packs }, 'g');
  if (weigh(1) === undefined)
    throw validationFailed([
      {
        path,
        code: 'wrong_unit',
        message: `Quantities of '${part.title}' are in '${unit}', which is not a unit of weight.`,
      },
    ]);
  const tareG = item?.fields.tare_g ?? part.fields.material?.tare_weight_g ?? 0;
  const netG = subtractQuantities(grossG, tareG);
  // Less than the container means that the container is not on the scale.
  if (netG < 0)
    throw validationFailed([
      { path, code: 'below_tare', message: `The weight is less than that of the empty container, ${tareG} g.` },
    ]);
  return weigh(netG) ?? 0n;
}
