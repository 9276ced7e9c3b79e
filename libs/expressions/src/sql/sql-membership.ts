import { type RawBuilder, sql } from 'kysely';
import { CelError } from '../language/cel-error.js';
import { type CelMembership, type CelNode, isConstant } from '../language/cel-node.js';
import { isListType } from '../values/cel-type.js';
import { type Decimal, decimalToText } from '@cubit/decimal';
import { evaluateNode } from '../evaluate/evaluate-cel.js';
import { timeText } from '../values/iso-time.js';
import { dateOfMidnight, timeSql } from './sql-comparison.js';
import { jsonOfType, type SqlValue } from '../values/sql-value.js';

export interface MembershipContext {
  readonly now: Date;
  readonly value: (node: CelNode) => SqlValue;
}

/**
 * `item in list`: a constant list is one array parameter, a stored list uses a containment operator. Indexes can be
 * used for both.
 */
export function membershipSql({ item, list }: CelMembership, context: MembershipContext): RawBuilder<boolean> {
  if (isConstant(list)) {
    const values = evaluateNode(list, {}, context.now) as readonly unknown[] | undefined;
    return inConstants(
      item,
      (values ?? []).filter((value) => value !== undefined),
      context,
    );
  }
  if (list.kind === 'list') return inParts(item, list.items, context);
  if (item.type === 'timestamp' || item.type === 'duration' || item.type === 'json' || isListType(item.type)) {
    throw new CelError(
      'unsupported',
      'A filter can look for a text, a number or true and false in a list.',
      item.position,
    );
  }
  const stored = context.value(list);
  if (list.kind === 'field' && list.fold && stored.holdsFolded && isConstant(item)) {
    const text = evaluateNode(item, {}, context.now);
    return typeof text === 'string' ? stored.holdsFolded(list.fold(text)) : sql`false`;
  }
  const wanted = context.value(item).sql;
  // The index on tags contains only records with tags; the query must repeat its condition.
  if (stored.kind === 'text[]') return sql`(${stored.sql} <> '{}' and ${stored.sql} @> array[${wanted}])`;
  // A value of unknown shape may not be a list, and in jsonb a bare "a" contains "a".
  const array = list.kind === 'field' ? stored.sql : jsonOfType(stored.sql, 'array');
  return sql`(${array} @> to_jsonb(${wanted}))`;
}

function inConstants(item: CelNode, values: readonly unknown[], context: MembershipContext): RawBuilder<boolean> {
  if (values.length === 0) return sql`false`;
  switch (item.type) {
    case 'string':
      return sql`(${context.value(item).sql} = any(cast(${values} as text[])))`;
    case 'number':
    case 'duration':
      return sql`(${context.value(item).sql} = any(cast(${texts(values)} as numeric[])))`;
    case 'timestamp':
      return inTimes(context.value(item), values as readonly Decimal[]);
    case 'bool': {
      const literals = values.map((value) => (value === true ? sql`true` : sql`false`));
      return sql`(${context.value(item).sql} in (${sql.join(literals)}))`;
    }
    default:
      throw new CelError('unsupported', 'A filter cannot look for this in a list.', item.position);
  }
}

function inTimes(item: SqlValue, times: readonly Decimal[]): RawBuilder<boolean> {
  if (item.kind === 'timestamptz') return sql`(${item.sql} = any(cast(${isoTexts(times)} as timestamptz[])))`;
  if (item.kind === 'iso-datetime') return sql`(${item.sql} = any(cast(${isoTexts(times)} as text[])))`;
  if (item.kind === 'iso-date') return sql`(${item.sql} = any(cast(${isoTexts(times).map(dateOfMidnight)} as text[])))`;
  return sql`(${item.sql} = any(cast(${texts(times)} as numeric[])))`;
}

function isoTexts(times: readonly Decimal[]): readonly string[] {
  return times.map(timeText).filter((text) => text !== undefined);
}

function inParts(item: CelNode, parts: readonly CelNode[], context: MembershipContext): RawBuilder<boolean> {
  if (item.type === 'json' || isListType(item.type)) {
    throw new CelError('unsupported', 'A filter cannot look for this in a list.', item.position);
  }
  const fragment = (node: CelNode): RawBuilder<unknown> =>
    node.type === 'timestamp' ? timeSql({ value: context.value(node) }) : context.value(node).sql;
  return sql`(${fragment(item)} in (${sql.join(parts.map(fragment))}))`;
}

function texts(values: readonly unknown[]): readonly string[] {
  return values.map((value) => decimalToText(value as Decimal));
}
