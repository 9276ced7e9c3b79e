import {
  type Decimal,
  addDecimals,
  compareDecimals,
  DECIMAL_PLACES,
  decimalToNumber,
  divideDecimals,
  exactFromDecimal,
  type ExactQuantity,
  multiplyDecimals,
  negateDecimal,
  roundDecimal,
  shownIn,
  toDecimal,
} from '@cubit/decimal';
import { readUnit, type Unit } from './unit.js';

/** A unit of something's own: a `box` of 100 `pcs`. */
export interface OwnUnit {
  readonly unit: string;
  /** How many base units one of it holds. */
  readonly qty: number;
}

export interface Conversion {
  readonly from: string;
  readonly to: string;
  /** Units of the thing that is measured, in its base unit, which `to` or `from` names. They precede general units. */
  readonly own?: { readonly base: string; readonly units: readonly OwnUnit[] };
}

const QUOTIENT_PLACES = 40;

/** The quantity in another unit, rounded once to six places; undefined if the units do not convert into each other. */
export function convertQuantity(qty: number, conversion: Conversion): number | undefined {
  const [from, to] = [unitIn(conversion, conversion.from), unitIn(conversion, conversion.to)];
  if (sameName(conversion.from, conversion.to)) return qty;
  if (!from || !to || from.plain !== to.plain) return undefined;
  return decimalToNumber(valueInUnit(plainValue(toDecimal(qty), from), to));
}

const CLOSENESS = 1_000_000;

/** Whether the rounding of `convertQuantity` changes the quantity by at most a millionth of it. */
export function isClose(qty: number, conversion: Conversion): boolean {
  const [from, to] = [unitIn(conversion, conversion.from), unitIn(conversion, conversion.to)];
  const converted = convertQuantity(qty, conversion);
  if (converted === undefined || !from || !to || sameName(conversion.from, conversion.to)) return true;
  const exact = plainValue(toDecimal(qty), from);
  const change = addDecimals(exact, negateDecimal(plainValue(toDecimal(converted), to)));
  return compareDecimals(multiplyDecimals(magnitudeOf(change), toDecimal(CLOSENESS)), magnitudeOf(exact)) <= 0;
}

function magnitudeOf(value: Decimal): Decimal {
  return value.units < 0n ? negateDecimal(value) : value;
}

/** What a thing is measured in: its base unit, and units of its own. */
export interface Measure {
  readonly base: string;
  readonly units?: readonly OwnUnit[] | undefined;
}

/** How many plain units one `unit` of the thing is, by default one of its base unit; undefined if that does not convert into it. */
export function plainSize(measure: Measure, unit = measure.base): Decimal | undefined {
  const own = { base: measure.base, units: measure.units ?? [] };
  const [from, base] = [
    unitIn({ from: unit, to: unit, own }, unit),
    unitIn({ from: unit, to: unit, own }, measure.base),
  ];
  if (!from || !base || from.plain !== base.plain) return undefined;
  // Quantities of degrees cannot be added up: such a thing is counted in its base unit.
  const isAdditive = from.offset.units === 0n && base.offset.units === 0n;
  return isAdditive ? from.factor : sameName(unit, measure.base) ? toDecimal(1) : undefined;
}

/** The quantity in plain units, without rounding; undefined if the unit does not convert into that of the thing. */
export function exactQuantity(qty: number, measure: Measure, unit = measure.base): ExactQuantity | undefined {
  const size = plainSize(measure, unit);
  return size && exactFromDecimal(multiplyDecimals(toDecimal(qty), size));
}

/** The quantity in a unit of the thing, by default its base unit, rounded once to six places. */
export function shownQuantity(quantity: ExactQuantity, measure: Measure, unit = measure.base): number {
  return shownIn(quantity, plainSize(measure, unit) ?? toDecimal(1));
}

export function isConvertible(conversion: Conversion): boolean {
  return convertQuantity(1, conversion) !== undefined;
}

/** The value in the plain unit. */
export function plainValue(value: Decimal, { factor, offset }: Unit): Decimal {
  return addDecimals(multiplyDecimals(value, factor), offset);
}

/** A value in the plain unit as one in `unit`, rounded to six places. */
export function valueInUnit(plain: Decimal, { factor, offset }: Unit): Decimal {
  const value = divideDecimals(addDecimals(plain, negateDecimal(offset)), factor, QUOTIENT_PLACES);
  if (!value) throw new Error('The factor of a unit is not zero.');
  return roundDecimal(value, DECIMAL_PLACES);
}

function unitIn({ own }: Conversion, name: string): Unit | undefined {
  if (!own) return readUnit(name);
  const pack = own.units.find(({ unit }) => sameName(unit, name));
  const base = readUnit(own.base) ?? unnamedUnit(own.base);
  if (pack) return { ...base, factor: multiplyDecimals(base.factor, toDecimal(pack.qty)) };
  return sameName(name, own.base) ? base : readUnit(name);
}

/** A unit that no other converts into, such as `roll`. */
function unnamedUnit(name: string): Unit {
  return { plain: `'${name.toLowerCase()}'`, factor: toDecimal(1), offset: toDecimal(0) };
}

function sameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase() && (one === other || !isCaseSensitive(one, other));
}

/** `mm` and `Mm` are different units. */
function isCaseSensitive(one: string, other: string): boolean {
  const [left, right] = [readUnit(one), readUnit(other)];
  return (
    left !== undefined &&
    right !== undefined &&
    (left.plain !== right.plain || left.factor.units !== right.factor.units || left.factor.scale !== right.factor.scale)
  );
}
