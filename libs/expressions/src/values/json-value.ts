import { type CelType, isListType, isObjectType } from './cel-type.js';
import { compareDecimals, type Decimal, decimalToNumber, decimalFromNumber, parseDecimal } from '@cubit/decimal';
import { durationText, parseDuration } from './duration.js';
import { parseTime, timeText } from './iso-time.js';

/** Reads a JSON value as one of `type`; undefined if it is of another type, null, or missing. */
export function readJson(value: unknown, type: CelType): unknown {
  if (value === undefined || value === null) return undefined;
  if (isListType(type)) return Array.isArray(value) ? value.map((item) => readJson(item, type.list)) : undefined;
  if (isObjectType(type)) return isPlainObject(value) ? value : undefined;
  switch (type) {
    case 'string':
      return typeof value === 'string' ? value : undefined;
    case 'bool':
      return typeof value === 'boolean' ? value : undefined;
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint' ? decimalFromNumber(value) : undefined;
    case 'timestamp':
      return readTime(value);
    case 'duration':
      return typeof value === 'string' ? parseDuration(value) : undefined;
    case 'json':
      return value;
    case 'null':
      return undefined;
  }
}

// Plain digits, few enough for any cast: both back ends accept exactly these.
export const DECIMAL_TEXT = '^-?[0-9]{1,100}(?:\\.[0-9]{1,100})?$';
const DECIMAL_TEXT_PATTERN = new RegExp(DECIMAL_TEXT);

/** Reads a declared field. Money and other exact amounts are decimal text in JSON and numbers in the language. */
export function readField(value: unknown, type: CelType): unknown {
  if (type !== 'number' || typeof value !== 'string') return readJson(value, type);
  return DECIMAL_TEXT_PATTERN.test(value) ? parseDecimal(value) : undefined;
}

function readTime(value: unknown): Decimal | undefined {
  if (value instanceof Date) return decimalFromNumber(value.getTime());
  return typeof value === 'string' ? parseTime(value) : undefined;
}

/** The JSON form of a computed value; null if it is absent. */
export function writeJson(value: unknown, type: CelType): unknown {
  if (value === undefined) return null;
  if (isListType(type)) return (value as readonly unknown[]).map((item) => writeJson(item, type.list));
  if (type === 'number') return decimalToNumber(value as Decimal);
  if (type === 'timestamp') return timeText(value as Decimal) ?? null;
  if (type === 'duration') return durationText(value as Decimal);
  return value;
}

/** Equality of two present values of one type. */
export function equalValues(a: unknown, b: unknown, type: CelType): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (isListType(type)) {
    const [left, right] = [a as readonly unknown[], b as readonly unknown[]];
    return left.length === right.length && left.every((item, index) => equalValues(item, right[index], type.list));
  }
  if (type === 'number' || type === 'timestamp' || type === 'duration') {
    return compareDecimals(a as Decimal, b as Decimal) === 0;
  }
  return type === 'json' || isObjectType(type) ? equalJson(a, b) : a === b;
}

function equalJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => equalJson(item, b[index]));
  }
  if (!isPlainObject(a) || !isPlainObject(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equalJson(a[key], b[key]))
  );
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
