import {
  compareDecimals,
  type Decimal,
  divideDecimals,
  multiplyDecimals,
  negateDecimal,
  parseDecimal,
  toDecimal,
} from '@cubit/decimal';
import { plainValue } from './convert.js';
import { readUnit, type Unit } from './unit.js';

/** A value in the plain unit of what it measures. */
export interface ParsedQuantity {
  readonly value: Decimal;
  /** The plain unit; undefined if the text names no unit. */
  readonly plain: string | undefined;
  /** The text can also be read as metres: `10m` is 0.01 of anything, or 10 metres. */
  readonly metres?: Decimal;
}

export interface QuantityRange {
  readonly min: Decimal;
  readonly max: Decimal;
  readonly plain: string | undefined;
}

const PREFIXES: Readonly<Record<string, number>> = {
  f: -15,
  p: -12,
  n: -9,
  u: -6,
  µ: -6,
  μ: -6,
  m: -3,
  k: 3,
  K: 3,
  M: 6,
  G: 9,
  T: 12,
};
const MAX_LENGTH = 60;
const QUOTIENT_PLACES = 40;
const NUMBER =
  /^([+-]?)(\d{1,18}(?:[.,]\d{1,18})?|[.,]\d{1,18})(e[+-]?\d{1,2}(?![\p{L}\d]))?(?:\/(\d{1,9}))?\s*(.*)$/iu;
/** `4k7`, `0R47`: the letter is the decimal point. */
const LETTER_POINT = /^([+-]?\d{1,9})([pnuµμmkKMGR])(\d{1,9})\s*(\D.*)?$/u;
const SPAN = /^(.*[\d\p{L}%°"])\s*(?:\.\.\.?|…|–|—|~|\bto\b|-(?=\s*[-+]?[.\d]))\s*([+-]?[.\d].*)$/u;

/** A number with an optional SI prefix and unit: `10k`, `4k7`, `100 nF`, `1/4 W`, `2 inches`. `unit` applies where the text has none. */
export function parseQuantity(text: string, unit?: string): ParsedQuantity | undefined {
  const trimmed = text.trim().replace('−', '-');
  if (trimmed.length > MAX_LENGTH) return undefined;
  const given = unit === undefined ? undefined : readUnit(unit);
  if (unit !== undefined && !given) return undefined;
  return parseLetterPoint(trimmed, given) ?? parsePlain(trimmed, given);
}

/** Why `parseQuantity` does not read a text: it names the unit that is unknown. */
export function notAQuantity(text: string, unit?: string): string {
  const written = NUMBER.exec(text.trim().replace('−', '-'))?.[5] ?? '';
  const unknown = [unit, written].find((name) => name !== undefined && name !== '' && !readUnit(name));
  const cause = unknown === undefined ? '' : ` There is no unit "${unknown}".`;
  return `"${text}" is not a quantity.${cause}`;
}

/** As `parseQuantity`, and ranges: `3.3..5 V`, `-40 to 85 °C`, `1-10k`, `±5 %`. A single value is a range from itself to itself. */
export function parseQuantityRange(text: string, unit?: string): QuantityRange | undefined {
  const trimmed = text.trim().replace('−', '-');
  if (trimmed.length > MAX_LENGTH) return undefined;
  const single = parseQuantity(trimmed.replace(/^(?:±|\+\/-)\s*/u, ''), unit);
  if (single) return { min: single.value, max: single.value, plain: single.plain };
  const [, low = '', high = ''] = SPAN.exec(trimmed) ?? [];
  const to = parseQuantity(high, unit);
  // `3.3..5 V` names its unit once, at the end.
  const from = to && (withUnitOf(low, high, unit) ?? parseQuantity(low, unit));
  if (!from || !to || from.plain !== to.plain || compareDecimals(from.value, to.value) > 0) return undefined;
  return { min: from.value, max: to.value, plain: to.plain };
}

/** A number without unit takes the unit, or the prefix, of the end of its range. */
function withUnitOf(low: string, high: string, unit: string | undefined): ParsedQuantity | undefined {
  if (!/^[+-]?[\d.,]+$/u.test(low.trim())) return undefined;
  const suffix = NUMBER.exec(high.trim())?.[5] ?? '';
  return suffix === '' ? undefined : parseQuantity(`${low.trim()} ${suffix}`, unit);
}

function parseLetterPoint(text: string, given: Unit | undefined): ParsedQuantity | undefined {
  const match = LETTER_POINT.exec(text);
  if (!match) return undefined;
  const [, whole = '', letter = '', fraction = '', rest] = match;
  const number = parseDecimal(`${whole}.${fraction}`);
  const named = rest === undefined ? undefined : readUnit(rest);
  if (!number || (rest !== undefined && !named)) return undefined;
  const ohms = letter === 'R' ? readUnit('ohm') : undefined;
  const scaled = scale(number, PREFIXES[letter] ?? 0);
  return inUnit(scaled, named ?? given ?? ohms);
}

function parsePlain(text: string, given: Unit | undefined): ParsedQuantity | undefined {
  const match = NUMBER.exec(text);
  if (!match) return undefined;
  const [, sign = '', digits = '', exponent = '', divisor, suffix = ''] = match;
  const plainDigits = digits.replace(',', '.');
  const written = parseDecimal(`${plainDigits.startsWith('.') ? '0' : ''}${plainDigits}${exponent}`);
  const number =
    written && divisor !== undefined ? divideDecimals(written, toDecimal(Number(divisor)), QUOTIENT_PLACES) : written;
  if (!number) return undefined;
  return withSuffix(sign === '-' ? negateDecimal(number) : number, suffix.trim(), given);
}

/** The suffix is a unit, an SI prefix, or an `R` for ohms. With a given unit, what measures the same is that unit. */
function withSuffix(number: Decimal, suffix: string, given: Unit | undefined): ParsedQuantity | undefined {
  if (suffix === '') return inUnit(number, given);
  const unit = readUnit(suffix);
  const prefix = Object.hasOwn(PREFIXES, suffix) ? PREFIXES[suffix] : undefined;
  if (prefix !== undefined && (given === undefined || unit?.plain !== given.plain)) {
    const metres = given === undefined && suffix === 'm' ? { metres: number } : {};
    return { ...inUnit(scale(number, prefix), given), ...metres };
  }
  if (unit) return inUnit(number, unit);
  return suffix === 'R' || suffix === 'r' ? inUnit(number, given ?? readUnit('ohm')) : undefined;
}

function inUnit(number: Decimal, unit: Unit | undefined): ParsedQuantity {
  return unit ? { value: plainValue(number, unit), plain: unit.plain } : { value: number, plain: undefined };
}

function scale(number: Decimal, exponent: number): Decimal {
  const power = toDecimal(`1e${exponent}`);
  return multiplyDecimals(number, power);
}
