import { type RawBuilder, sql } from 'kysely';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimalToNumber,
  divideDecimals,
  floorDecimal,
  multiplyDecimals,
  negateDecimal,
  remainderOfDecimals,
  roundDecimal,
} from '@cubit/decimal';
import { DECIMAL_PLACES } from '../values/limits.js';
import type { CelArgument, CelArgumentFault, CelDocumentation, CelOperation } from '../language/operation.js';
import type { SqlValue } from '../values/sql-value.js';

const SHIFT = sql.lit(10 ** (DECIMAL_PLACES + 1));
const UNSHIFT = sql.raw(`1e-${DECIMAL_PLACES + 1}`);

export const numberOperations: readonly CelOperation[] = [
  arithmetic('+', {
    documentation: { summary: 'Adds. Decimals are exact.', example: '0.1 + 0.2 == 0.3', gives: true },
    evaluate: addDecimals,
    sql: (a, b) => sql`(${a.sql} + ${b.sql})`,
  }),
  arithmetic('-', {
    documentation: { summary: 'Subtracts.', example: 'quantity - 1', gives: 2 },
    evaluate: (a, b) => addDecimals(a, negateDecimal(b)),
    sql: (a, b) => sql`(${a.sql} - ${b.sql})`,
  }),
  arithmetic('*', {
    documentation: { summary: 'Multiplies.', example: 'quantity * 1.5', gives: 4.5 },
    evaluate: multiplyDecimals,
    sql: (a, b) => sql`(${a.sql} * ${b.sql})`,
  }),
  arithmetic('/', {
    documentation: {
      summary: `Divides, to ${DECIMAL_PLACES} decimal places. A division by zero is absent.`,
      example: 'quantity / 2',
      gives: 1.5,
    },
    evaluate: divideDecimals,
    // `div` truncates exactly. `/` would round at a scale that PostgreSQL chooses, and rounding twice can be wrong
    // by one.
    sql: (a, b) => sql`round(div(${a.sql} * ${SHIFT}, nullif(${b.sql}, 0)) * ${UNSHIFT}, ${sql.lit(DECIMAL_PLACES)})`,
  }),
  arithmetic('%', {
    documentation: { summary: 'The remainder, with the sign of the left side.', example: 'quantity % 2', gives: 1 },
    evaluate: remainderOfDecimals,
    sql: (a, b) => sql`mod(${a.sql}, nullif(${b.sql}, 0))`,
  }),
  {
    name: '-',
    kind: 'prefix',
    parameters: ['number'],
    result: 'number',
    documentation: { summary: 'The negative.', example: '-quantity', gives: -3 },
    evaluate: negateDecimal,
    sql: (a) => sql`(- ${a.sql})`,
  },
  unary('abs', {
    documentation: { summary: 'The absolute value.', example: 'abs(-2)', gives: 2 },
    evaluate: (value) => (value.units < 0n ? negateDecimal(value) : value),
    sql: (a) => sql`abs(${a.sql})`,
  }),
  unary('floor', {
    documentation: { summary: 'Rounds down to a whole number.', example: 'floor(-1.5)', gives: -2 },
    evaluate: floorDecimal,
    sql: (a) => sql`floor(${a.sql})`,
  }),
  unary('ceil', {
    documentation: { summary: 'Rounds up to a whole number.', example: 'ceil(1.2)', gives: 2 },
    evaluate: (value) => negateDecimal(floorDecimal(negateDecimal(value))),
    sql: (a) => sql`ceil(${a.sql})`,
  }),
  unary('round', {
    documentation: {
      summary: 'Rounds to the nearest whole number; halves are rounded away from zero.',
      example: 'round(2.5)',
      gives: 3,
    },
    evaluate: (value) => roundDecimal(value, 0),
    sql: (a) => sql`round(${a.sql})`,
  }),
  {
    name: 'round',
    kind: 'function',
    parameters: ['number', 'number'],
    result: 'number',
    documentation: {
      summary: 'Rounds to the given number of decimal places.',
      example: 'round(2.345, 2)',
      gives: 2.35,
    },
    inspect: inspectPlaces,
    evaluate: (value: Decimal, places: Decimal) => roundDecimal(value, decimalToNumber(places)),
    sql: (value, places) => sql`round(${value.sql}, cast(${places.sql} as integer))`,
  },
  {
    name: 'min',
    kind: 'function',
    parameters: ['number', 'number'],
    variadic: true,
    keepsAbsent: true,
    result: 'number',
    documentation: {
      summary: 'The smallest number; absent numbers are ignored.',
      example: 'min(quantity, 2)',
      gives: 2,
    },
    evaluate: (...values: readonly (Decimal | undefined)[]) => outermost(values, -1),
    sql: (...values) => sql`least(${listed(values)})`,
  },
  {
    name: 'max',
    kind: 'function',
    parameters: ['number', 'number'],
    variadic: true,
    keepsAbsent: true,
    result: 'number',
    documentation: {
      summary: 'The largest number; absent numbers are ignored.',
      example: 'max(quantity, 2, 7)',
      gives: 7,
    },
    evaluate: (...values: readonly (Decimal | undefined)[]) => outermost(values, 1),
    sql: (...values) => sql`greatest(${listed(values)})`,
  },
];

interface BinaryOperation {
  readonly documentation: CelDocumentation;
  readonly evaluate: (a: Decimal, b: Decimal) => Decimal | undefined;
  readonly sql: (a: SqlValue, b: SqlValue) => RawBuilder<unknown>;
}

interface UnaryOperation {
  readonly documentation: CelDocumentation;
  readonly evaluate: (value: Decimal) => Decimal;
  readonly sql: (value: SqlValue) => RawBuilder<unknown>;
}

function arithmetic(name: string, operation: BinaryOperation): CelOperation {
  return { name, kind: 'infix', parameters: ['number', 'number'], result: 'number', ...operation };
}

function unary(name: string, operation: UnaryOperation): CelOperation {
  return { name, kind: 'function', parameters: ['number'], result: 'number', ...operation };
}

function outermost(values: readonly (Decimal | undefined)[], sign: number): Decimal | undefined {
  let best: Decimal | undefined;
  for (const value of values) {
    if (value === undefined) continue;
    if (best === undefined || compareDecimals(value, best) * sign > 0) best = value;
  }
  return best;
}

function listed(values: readonly SqlValue[]): RawBuilder<unknown> {
  return sql.join(values.map((value) => value.sql));
}

function inspectPlaces(args: readonly CelArgument[]): CelArgumentFault | undefined {
  const places = args[1];
  const value = places?.kind === 'literal' ? decimalToNumber(places.value as Decimal) : -1;
  if (Number.isInteger(value) && value >= 0 && value <= DECIMAL_PLACES) return undefined;
  return { index: 1, message: `round() takes the number of places as a whole number from 0 to ${DECIMAL_PLACES}.` };
}
