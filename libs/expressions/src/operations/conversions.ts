import { sql } from 'kysely';
import { type Decimal, decimalFromNumber, decimalToText, parseDecimal } from '@cubit/decimal';
import { timeText } from '../values/iso-time.js';
import { DECIMAL_PLACES, INTEGER_DIGITS } from '../values/limits.js';
import type { CelOperation } from '../language/operation.js';

const NUMBER_TEXT = `^-?[0-9]{1,${INTEGER_DIGITS}}(?:\\.[0-9]{1,${DECIMAL_PLACES}})?$`;
const NUMBER_TEXT_PATTERN = new RegExp(NUMBER_TEXT);

/** Conversions between types. */
export const conversionOperations: readonly CelOperation[] = [
  {
    name: 'number',
    kind: 'function',
    parameters: ['string'],
    result: 'number',
    documentation: {
      summary: 'Converts text to a number; absent if the text is not a number.',
      example: 'number("4.7") + 1',
      gives: 5.7,
    },
    evaluate: numberOfText,
    sql: (text) => sql`cast(substring(${text.sql} from ${sql.lit(NUMBER_TEXT)}) as numeric)`,
  },
  {
    name: 'number',
    kind: 'function',
    parameters: ['json'],
    result: 'number',
    documentation: {
      summary: 'Converts a value of unknown shape to a number.',
      example: 'number(extra.batch)',
      gives: 42,
    },
    evaluate: (value: unknown) =>
      typeof value === 'number'
        ? decimalFromNumber(value)
        : typeof value === 'string'
          ? numberOfText(value)
          : undefined,
  },
  {
    name: 'string',
    kind: 'function',
    parameters: ['string'],
    result: 'string',
    documentation: { summary: 'Returns the text unchanged.', example: 'string(name)', gives: 'Resistor' },
    evaluate: (text: string) => text,
    sql: (text) => sql`${text.sql}`,
  },
  {
    name: 'string',
    kind: 'function',
    parameters: ['number'],
    result: 'string',
    documentation: {
      summary: 'The number as text, without trailing zeros.',
      example: 'string(quantity * 1.50)',
      gives: '4.5',
    },
    evaluate: decimalToText,
    sql: (value) => sql`cast(trim_scale(${value.sql}) as text)`,
  },
  {
    name: 'string',
    kind: 'function',
    parameters: ['bool'],
    result: 'string',
    documentation: { summary: '`true` or `false` as text.', example: 'string(active)', gives: 'true' },
    evaluate: String,
    sql: (value) => sql`cast(${value.sql} as text)`,
  },
  {
    name: 'string',
    kind: 'function',
    parameters: ['timestamp'],
    result: 'string',
    documentation: { summary: 'The time as ISO 8601 text.', example: 'string(due)', gives: '2026-02-01T00:00:00.000Z' },
    evaluate: timeText,
  },
  {
    name: 'string',
    kind: 'function',
    parameters: ['json'],
    result: 'string',
    documentation: {
      summary: 'A value of unknown shape as text; lists and objects as JSON.',
      example: 'string(extra.batch)',
      gives: '42',
    },
    evaluate: textOfJson,
  },
];

export function textOfJson(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return JSON.stringify(value);
  const decimal = decimalFromNumber(value);
  return decimal === undefined ? undefined : decimalToText(decimal);
}

function numberOfText(text: string): Decimal | undefined {
  return NUMBER_TEXT_PATTERN.test(text) ? parseDecimal(text) : undefined;
}
