/**
 * An exact decimal: `units / 10^scale`. Expressions compute with it in memory, because PostgreSQL computes with
 * `numeric`: with doubles, `0.1 + 0.2 == 0.3` would be true in a filter and false in a condition.
 */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

export const ZERO: Decimal = { units: 0n, scale: 0 };

/** Default number of places of a quotient. */
export const QUOTIENT_PLACES = 12;

// Exponents are limited so that a hostile text cannot request a gigabyte of zeros; doubles need about 340.
const DECIMAL_TEXT = /^([+-]?)(\d{1,1100})(?:\.(\d{1,1100}))?(?:[eE]([+-]?\d{1,3}))?$/;

/** Parses a decimal text, also with an exponent; undefined for any other text. */
export function parseDecimal(text: string): Decimal | undefined {
  const match = DECIMAL_TEXT.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const units = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

/** Converts to the shortest decimal that identifies the double, which is also what JSON sends to the database. Undefined for NaN and infinity. */
export function decimalFromNumber(value: number | bigint): Decimal | undefined {
  return Number.isSafeInteger(value) ? { units: BigInt(value), scale: 0 } : parseDecimal(String(value));
}

/** Converts a decimal text or a number. Throws RangeError if the value is not a decimal number. */
export function toDecimal(value: string | number): Decimal {
  const exact = typeof value === 'string' ? parseDecimal(value) : decimalFromNumber(value);
  if (exact === undefined) throw new RangeError(`'${value}' is not a decimal number.`);
  return exact;
}

/** Formats without trailing zeros, but with at least `minPlaces` places: `12.5`, or `12.5000` with four. */
export function decimalToText(value: Decimal, minPlaces = 0): string {
  const negative = value.units < 0n;
  const digits = (negative ? -value.units : value.units).toString().padStart(value.scale + 1, '0');
  const whole = digits.slice(0, digits.length - value.scale);
  const fraction = digits
    .slice(digits.length - value.scale)
    .replace(/0+$/, '')
    .padEnd(minPlaces, '0');
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

export function decimalToNumber(value: Decimal): number {
  return Number(decimalToText(value));
}

export function compareDecimals(a: Decimal, b: Decimal): number {
  const [left, right] = aligned(a, b);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const [left, right, scale] = aligned(a, b);
  return { units: left + right, scale };
}

export function negateDecimal(value: Decimal): Decimal {
  return { units: -value.units, scale: value.scale };
}

export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale };
}

/** The quotient, rounded once: halves away from zero, as `numeric` rounds. Undefined for a division by zero. */
export function divideDecimals(a: Decimal, b: Decimal, places = QUOTIENT_PLACES): Decimal | undefined {
  if (b.units === 0n) return undefined;
  const [left, right] = aligned(a, b);
  return roundDecimal({ units: (left * 10n ** BigInt(places + 1)) / right, scale: places + 1 }, places);
}

/** The remainder with the sign of the dividend, like `numeric`; undefined for a division by zero. */
export function remainderOfDecimals(a: Decimal, b: Decimal): Decimal | undefined {
  if (b.units === 0n) return undefined;
  const [left, right, scale] = aligned(a, b);
  return { units: left % right, scale };
}

export function roundDecimal(value: Decimal, places: number): Decimal {
  if (value.scale <= places) return value;
  const divisor = 10n ** BigInt(value.scale - places);
  const half = value.units < 0n ? -divisor / 2n : divisor / 2n;
  return { units: (value.units + half) / divisor, scale: places };
}

export function floorDecimal(value: Decimal): Decimal {
  const divisor = 10n ** BigInt(value.scale);
  const quotient = value.units / divisor;
  return { units: value.units < 0n && value.units % divisor !== 0n ? quotient - 1n : quotient, scale: 0 };
}

function aligned(a: Decimal, b: Decimal): readonly [bigint, bigint, number] {
  if (a.scale === b.scale) return [a.units, b.units, a.scale];
  const scale = Math.max(a.scale, b.scale);
  return [a.units * 10n ** BigInt(scale - a.scale), b.units * 10n ** BigInt(scale - b.scale), scale];
}
