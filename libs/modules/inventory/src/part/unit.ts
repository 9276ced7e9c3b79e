import { validationFailed } from '@cubit/core';
import { decimalToText, divideDecimals, type Money, toDecimal } from '@cubit/decimal';
import { convertQuantity } from '@cubit/units';
import type { Part } from './part.fields.js';

export const DEFAULT_UNIT = 'pcs';
const MONEY_PLACES = 6;

export function unitOf({ fields: { unit = DEFAULT_UNIT } }: Pick<Part, 'fields'>): string {
  return unit;
}

interface NamedQuantity {
  readonly qty: number;
  /** Default: the unit of the part. */
  readonly unit?: string | undefined;
}

interface QuantityPaths {
  readonly qty: string;
  readonly unit: string;
}

const INPUT: QuantityPaths = { qty: '/input/qty', unit: '/input/unit' };

/** The quantity in the unit of the part. Refuses a unit that does not convert into it. */
export function inPartUnit(part: Pick<Part, 'fields' | 'title'>, { qty, unit }: NamedQuantity, paths = INPUT): number {
  const to = unitOf(part);
  if (unit === undefined) return qty;
  const { packs = [] } = part.fields;
  const converted = convertQuantity(qty, { from: unit, to, own: { base: to, units: packs } });
  if (converted === undefined) throw wrongUnit(part, unit, paths.unit);
  if (converted !== 0 || qty === 0) return converted;
  const message = `${qty} ${unit} is less than the smallest quantity, 0.000001 ${to}.`;
  throw validationFailed([{ path: paths.qty, code: 'too_small', message }]);
}

/** As `inPartUnit`, of a quantity that may be absent. */
export function optionalInPartUnit(
  part: Part,
  { qty, unit }: { readonly qty: number | undefined; readonly unit: string | undefined },
  paths = INPUT,
): number | undefined {
  // The unit is checked without a quantity as well.
  const converted = inPartUnit(part, { qty: qty ?? 1, unit }, paths);
  return qty === undefined ? undefined : converted;
}

/** The cost of one unit of the part, from the cost of one `unit`. */
export function costInPartUnit(part: Part, cost: Money, unit: string | undefined): Money {
  if (unit === undefined) return cost;
  const factor = inPartUnit(part, { qty: 1, unit });
  const amount = divideDecimals(toDecimal(cost.amount), toDecimal(factor), MONEY_PLACES);
  return amount ? { ...cost, amount: decimalToText(amount) } : cost;
}

function wrongUnit(part: Pick<Part, 'fields' | 'title'>, unit: string, path: string): Error {
  const packs = (part.fields.packs ?? []).map((pack) => `'${pack.unit}'`).join(', ');
  const known = packs === '' ? '' : ` The part has the packs ${packs}.`;
  const message = `'${unit}' does not convert into '${unitOf(part)}', the unit of '${part.title}'.${known}`;
  return validationFailed([{ path, code: 'wrong_unit', message }]);
}
