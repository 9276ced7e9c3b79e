import { type RawBuilder, sql } from 'kysely';
import type { CelComparator } from '../language/cel-node.js';
import { type Decimal, decimalToText } from '@cubit/decimal';
import { timeText } from '../values/iso-time.js';
import { millisecondsSql } from './sql-read.js';
import { numericSql, type SqlValue, textSql } from '../values/sql-value.js';

const OPERATORS = {
  '==': sql.raw('='),
  '!=': sql.raw('<>'),
  '<': sql.raw('<'),
  '<=': sql.raw('<='),
  '>': sql.raw('>'),
  '>=': sql.raw('>='),
} as const satisfies Readonly<Record<CelComparator, RawBuilder<unknown>>>;

export interface SqlOperands {
  readonly left: RawBuilder<unknown>;
  readonly right: RawBuilder<unknown>;
}

/** Null if either side is, which counts as false in a WHERE clause, and an index on the stored side can be used. */
export function compareSql(comparator: CelComparator, { left, right }: SqlOperands): RawBuilder<boolean> {
  return sql<boolean>`(${left} ${OPERATORS[comparator]} ${right})`;
}

/** Compares texts by code points. Equality needs no collation and can use an index of any collation. */
export function compareTextSql(comparator: CelComparator, { left, right }: SqlOperands): RawBuilder<boolean> {
  if (comparator === '==' || comparator === '!=') return compareSql(comparator, { left, right });
  return compareSql(comparator, { left: sql`${left} collate "C"`, right });
}

/** A time in a query: a fragment, or a constant that takes the form of the other operand. */
export type SqlTime = { readonly value: SqlValue } | { readonly constant: Decimal };

export function compareTimesSql(comparator: CelComparator, left: SqlTime, right: SqlTime): RawBuilder<boolean> {
  const sides = sameTextForm(left, right);
  if (sides !== undefined) return compareTextSql(comparator, sides);
  if (isKind(left, 'timestamptz') || isKind(right, 'timestamptz')) {
    const exact = [exactSql(left), exactSql(right)] as const;
    if (exact[0] !== undefined && exact[1] !== undefined)
      return compareSql(comparator, { left: exact[0], right: exact[1] });
  }
  return compareSql(comparator, { left: timeSql(left), right: timeSql(right) });
}

/** Numeric milliseconds. */
export function timeSql(time: SqlTime): RawBuilder<unknown> {
  return 'constant' in time ? numericSql(decimalToText(time.constant)) : millisecondsSql(time.value);
}

function isKind(time: SqlTime, kind: SqlValue['kind']): boolean {
  return 'value' in time && time.value.kind === kind;
}

/** Stored ISO texts are compared as texts with each other and with constants. */
function sameTextForm(left: SqlTime, right: SqlTime): SqlOperands | undefined {
  if (isKind(left, 'iso-date') && isKind(right, 'iso-date')) return { left: isoSql(left), right: isoSql(right) };
  const forms = [isoForm(left, right), isoForm(right, left)] as const;
  return forms[0] === undefined || forms[1] === undefined ? undefined : { left: forms[0], right: forms[1] };
}

/** A date means its midnight. Without the time part, equality holds, and later times of the day sort after the date. */
export function dateOfMidnight(text: string): string {
  return text.replace('T00:00:00.000Z', '');
}

function isoForm(time: SqlTime, other: SqlTime): RawBuilder<unknown> | undefined {
  if ('constant' in time) {
    const text = timeText(time.constant);
    if (text === undefined || !('value' in other)) return undefined;
    return textSql(isKind(other, 'iso-date') ? dateOfMidnight(text) : text);
  }
  if (time.value.kind === 'iso-datetime') return time.value.sql;
  if (time.value.kind !== 'iso-date') return undefined;
  return 'constant' in other ? time.value.sql : sql`(${time.value.sql} || 'T00:00:00.000Z')`;
}

function isoSql(time: SqlTime): RawBuilder<unknown> {
  return 'value' in time ? time.value.sql : timeSql(time);
}

/** A real timestamp, or a constant as one, so that an index on the column can be used. */
function exactSql(time: SqlTime): RawBuilder<unknown> | undefined {
  if ('value' in time) return time.value.kind === 'timestamptz' ? time.value.sql : undefined;
  const text = timeText(time.constant);
  return text === undefined ? undefined : sql`cast(${text} as timestamptz)`;
}
