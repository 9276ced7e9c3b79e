import { sql } from 'kysely';
import type { CelType } from '../values/cel-type.js';
import { addDecimals, type Decimal, negateDecimal } from '@cubit/decimal';
import { parseDuration } from '../values/duration.js';
import { parseTime } from '../values/iso-time.js';
import type { CelArgument, CelArgumentFault, CelOperation } from '../language/operation.js';

/** Times and durations are milliseconds in both back ends, so their arithmetic is that of numbers. */
export const timeOperations: readonly CelOperation[] = [
  {
    name: 'timestamp',
    kind: 'function',
    parameters: ['string'],
    result: 'timestamp',
    documentation: {
      summary: 'Converts ISO 8601 text to a time; a date means its midnight in UTC. Absent if the text is not a time.',
      example: 'due < timestamp("2026-03-01T12:00:00+01:00")',
      gives: true,
    },
    inspect: (args) => inspectText(args, (text) => (parseTime(text) === undefined ? notATime(text) : undefined)),
    evaluate: parseTime,
  },
  {
    name: 'duration',
    kind: 'function',
    parameters: ['string'],
    result: 'duration',
    documentation: {
      summary: 'A duration in days, hours, minutes, seconds and milliseconds: `7d`, `1h30m`, `-1.5s`, `250ms`.',
      example: 'timestamp("2026-03-01") - due > duration("7d")',
      gives: true,
    },
    inspect: (args) =>
      inspectText(args, (text) =>
        parseDuration(text) === undefined ? `"${text}" is not a duration such as "7d" or "1h30m".` : undefined,
      ),
    evaluate: parseDuration,
  },
  sum(['timestamp', 'duration'], 'timestamp', {
    summary: 'The later time.',
    example: 'due + duration("1d")',
    gives: '2026-02-02T00:00:00.000Z',
  }),
  sum(['duration', 'timestamp'], 'timestamp', {
    summary: 'The same with the operands exchanged.',
    example: 'duration("1d") + due',
    gives: '2026-02-02T00:00:00.000Z',
  }),
  sum(['duration', 'duration'], 'duration', {
    summary: 'Adds durations.',
    example: 'duration("1h") + duration("30m")',
    gives: '5400s',
  }),
  difference(['timestamp', 'duration'], 'timestamp', {
    summary: 'The earlier time.',
    example: 'due - duration("12h")',
    gives: '2026-01-31T12:00:00.000Z',
  }),
  difference(['timestamp', 'timestamp'], 'duration', {
    summary: 'The duration from the right time to the left one.',
    example: 'timestamp("2026-02-02") - due',
    gives: '86400s',
  }),
  difference(['duration', 'duration'], 'duration', {
    summary: 'Subtracts durations.',
    example: 'duration("1h") - duration("30m")',
    gives: '1800s',
  }),
  {
    name: '-',
    kind: 'prefix',
    parameters: ['duration'],
    result: 'duration',
    documentation: { summary: 'The negative duration.', example: '-duration("1h")', gives: '-3600s' },
    evaluate: negateDecimal,
    sql: (a) => sql`(- ${a.sql})`,
  },
];

export function notATime(text: string): string {
  return `"${text}" is not a time such as "2026-01-02" or "2026-01-02T03:04:05Z".`;
}

function sum(
  parameters: CelOperation['parameters'],
  result: CelType,
  documentation: CelOperation['documentation'],
): CelOperation {
  return {
    name: '+',
    kind: 'infix',
    parameters,
    result,
    documentation,
    evaluate: addDecimals,
    sql: (a, b) => sql`(${a.sql} + ${b.sql})`,
  };
}

function difference(
  parameters: CelOperation['parameters'],
  result: CelType,
  documentation: CelOperation['documentation'],
): CelOperation {
  return {
    name: '-',
    kind: 'infix',
    parameters,
    result,
    documentation,
    evaluate: (a: Decimal, b: Decimal) => addDecimals(a, negateDecimal(b)),
    sql: (a, b) => sql`(${a.sql} - ${b.sql})`,
  };
}

function inspectText(
  args: readonly CelArgument[],
  faultOf: (text: string) => string | undefined,
): CelArgumentFault | undefined {
  const literal = args[0];
  if (literal?.kind !== 'literal' || typeof literal.value !== 'string') return undefined;
  const message = faultOf(literal.value);
  return message === undefined ? undefined : { index: 0, message };
}
