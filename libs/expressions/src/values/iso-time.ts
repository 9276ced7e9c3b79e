import { type Decimal, decimalFromNumber, decimalToText } from '@cubit/decimal';

const LONG_MONTH = '(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])';
const SHORT_MONTH = '(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)';
const FEBRUARY = '02-(?:0[1-9]|1\\d|2[0-8])';
const LEAP_YEAR = '(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)';
const DATE = `(?!0000)(?:\\d{4}-(?:${LONG_MONTH}|${SHORT_MONTH}|${FEBRUARY})|${LEAP_YEAR}-02-29)`;
const CLOCK = '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d';

/**
 * A date or time as records store it: `2026-01-02` or `2026-01-02T03:04:05.678Z`. Used by PostgreSQL and by
 * JavaScript. It matches only existing days, so that a cast of a matching value cannot fail.
 */
export const STORED_TIME_PATTERN = `^${DATE}(?:T${CLOCK}\\.\\d{3}Z)?$`;

const ISO_TIME = new RegExp(`^(${DATE})(?:T(${CLOCK})(?:\\.(\\d{1,9}))?(Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d))?$`);

const FIRST_MS = Date.parse('0001-01-01T00:00:00.000Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');
const MS_PER_MINUTE = 60_000;

/** Milliseconds since 1970. A date means its midnight in UTC; fractions of a millisecond are truncated. */
export function parseTime(text: string): Decimal | undefined {
  const match = ISO_TIME.exec(text);
  if (match === null) return undefined;
  const [, date = '', clock = '00:00:00', fraction = '', zone = 'Z'] = match;
  const local = Date.parse(`${date}T${clock}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  const ms = local - offsetMs(zone);
  return ms >= FIRST_MS && ms <= LAST_MS ? decimalFromNumber(ms) : undefined;
}

function offsetMs(zone: string): number {
  if (zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6));
  return (zone.startsWith('-') ? -minutes : minutes) * MS_PER_MINUTE;
}

/** The 24-character format of the API; undefined outside the years 1 to 9999. */
export function timeText(ms: Decimal): string | undefined {
  const value = Math.floor(Number(decimalToText(ms)));
  return value >= FIRST_MS && value <= LAST_MS ? new Date(value).toISOString() : undefined;
}
