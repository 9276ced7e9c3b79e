import Format from 'typebox/format';
import { readColor } from '../color/read-color.js';

const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
/** The range of a `datetime`, in ms since 1970. */
export const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z');
export const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

const calendarDate = Format.Get('date');
const uri = Format.Get('uri');

/** A valid calendar day in the years 1 to 9999: PostgreSQL has no year 0. */
function isDate(text: string): boolean {
  return calendarDate?.(text) === true && !text.startsWith('0000');
}

/** RFC 3339 without leap seconds, which JavaScript cannot represent; in the years 1 to 9999, in UTC as well. */
function isDateTime(text: string): boolean {
  const day = DATE_TIME.exec(text)?.[1];
  if (day === undefined || !isDate(day)) return false;
  const instant = Date.parse(text.toUpperCase());
  return instant >= FIRST_INSTANT && instant <= LAST_INSTANT;
}

/** ISO 4217 codes that the runtime knows: currencies in use, without precious metals and test codes. */
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

Format.Set('color', (text) => readColor(text) !== undefined);
Format.Set('currency', (code) => CURRENCIES.has(code));
Format.Set('date', isDate);
Format.Set('date-time', isDateTime);
Format.Set('uri', (text) => uri?.(text) === true && URL.canParse(text));

export function matchesFormat(format: string, text: string): boolean {
  return Format.Test(format, text);
}

export function isKnownFormat(format: string): boolean {
  return Format.Has(format);
}
