import { validationFailed } from '@cubit/core';
import { type Decimal, type ExactQuantity, toDecimal } from '@cubit/decimal';
import { convertQuantity, exactQuantity, isConvertible, type Measure, plainSize, shownQuantity } from '@cubit/units';
import type { Part } from './part.fields.js';

export const DEFAULT_UNIT = 'pcs';

/** As much of a part as its quantities need. */
export type MeasuredPart = Pick<Part, 'fields'>;

function measureOf(part: MeasuredPart): Measure {
  return { base: unitOf(part), units: part.fields.packs };
}

/** How many plain units (`g`, `m`, `l`, `pcs`) one unit of the part is. */
export function sizeOfPart(part: MeasuredPart): Decimal {
  return plainSize(measureOf(part)) ?? toDecimal(1);
}

/** A quantity in the unit of the part, without rounding, in plain units. */
export function exactOfPart(part: MeasuredPart, qty: number): ExactQuantity {
  return exactQuantity(qty, measureOf(part)) ?? 0n;
}

/** A quantity in the unit of the part, as it is shown. */
export function shownOfPart(part: MeasuredPart, qty: ExactQuantity): number {
  return shownQuantity(qty, measureOf(part));
}

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

interface ExactOptions {
  readonly paths?: QuantityPaths;
  /** What is there. A quantity that is all of it, as shown in the unit that it is given in, is all of it without rounding: the first that is. */
  readonly there?: ExactQuantity | readonly ExactQuantity[] | undefined;
}

/** As `inPartUnit`, without rounding, in plain units. */
export function inPlainUnit(
  part: Pick<Part, 'fields' | 'title'>,
  { qty, unit }: NamedQuantity,
  { paths = INPUT, there = [] }: ExactOptions = {},
): ExactQuantity {
  // Refuses what would be shown as nothing.
  const shown = inPartUnit(part, { qty, unit }, paths);
  const measure = measureOf(part);
  const whole = [there].flat().find((one) => one > 0n && shownQuantity(one, measure, unit) === qty);
  return whole ?? exactQuantity(qty, measure, unit) ?? exactOfPart(part, shown);
}

/** As `inPlainUnit`, of a quantity that may be absent. */
export function optionalInPlainUnit(
  part: Pick<Part, 'fields' | 'title'>,
  { qty, unit }: { readonly qty: number | undefined; readonly unit: string | undefined },
  options: ExactOptions = {},
): ExactQuantity | undefined {
  // The unit is checked without a quantity as well.
  const exact = inPlainUnit(part, { qty: qty ?? 1, unit }, options);
  return qty === undefined ? undefined : exact;
}

/** Whether quantities of both parts can be compared. */
export function isSameMeasure(one: MeasuredPart, other: MeasuredPart): boolean {
  return isConvertible({ from: unitOf(one), to: unitOf(other) });
}

function wrongUnit(part: Pick<Part, 'fields' | 'title'>, unit: string, path: string): Error {
  const packs = (part.fields.packs ?? []).map((pack) => `'${pack.unit}'`).join(', ');
  const known = packs === '' ? '' : ` The part has the packs ${packs}.`;
  const message = `'${unit}' does not convert into '${unitOf(part)}', the unit of '${part.title}'.${known}`;
  return validationFailed([{ path, code: 'wrong_unit', message }]);
}
