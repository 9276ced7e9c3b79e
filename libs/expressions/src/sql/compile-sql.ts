import { type RawBuilder, sql } from 'kysely';
import type { CheckedCel } from '../check/check-cel.js';
import { CelError } from '../language/cel-error.js';
import {
  type CelComparison,
  type CelMacro,
  type CelNode,
  type CelWithin,
  childrenOf,
  isConstant,
} from '../language/cel-node.js';
import { type CelType, describeType, isListType } from '../values/cel-type.js';
import type { Decimal } from '@cubit/decimal';
import { evaluateNode } from '../evaluate/evaluate-cel.js';
import { DECIMAL_PLACES, INTEGER_DIGITS } from '../values/limits.js';
import { compareSql, compareTextSql, compareTimesSql, type SqlTime, timeSql } from './sql-comparison.js';
import { constantSql } from './sql-constant.js';
import { membershipSql } from './sql-membership.js';
import { readJsonSql, readSql } from './sql-read.js';
import {
  type CelColumn,
  type CelColumnKind,
  jsonArraySql,
  jsonOfType,
  type SqlValue,
  sqlValue,
} from '../values/sql-value.js';

/** Returns the column of a declared path in the query. Called with full paths: `['price', 'amount']`. */
export type CelColumns = (path: readonly string[]) => CelColumn;

export interface SqlOptions {
  readonly now: Date;
  /** An array of the ids of a record of a tree and of all below it. */
  subtreeSql?(tree: string, root: string): RawBuilder<readonly string[]>;
  /** Whether the search finds the record by these words. */
  searchSql?(text: string): RawBuilder<boolean>;
}

/**
 * Compiles the expression to a condition for a WHERE clause, with all constants as parameters. A row for which it
 * is null counts as false: comparisons are not wrapped, so that indexes on the columns can be used. Throws a
 * `CelError` with code `unsupported` for operations that are possible only in memory.
 */
export function compileCelToSql(checked: CheckedCel, columns: CelColumns, options: SqlOptions): RawBuilder<boolean> {
  if (checked.type !== 'bool') {
    throw new CelError(
      'type',
      `A filter must be true or false, but this one has the type ${describeType(checked.type)}.`,
    );
  }
  return condition(checked.tree, { columns, ...options }).sql;
}

interface SqlContext extends SqlOptions {
  readonly columns: CelColumns;
  /** The current item of the enclosing macro. */
  readonly element?: SqlValue;
}

interface Condition {
  readonly sql: RawBuilder<boolean>;
  readonly nullable: boolean;
}

/** Null and false mean the same here. */
function condition(node: CelNode, context: SqlContext): Condition {
  if (isConstant(node))
    return never(evaluateNode(node, {}, context.now) === true ? sql<boolean>`true` : sql<boolean>`false`);
  switch (node.kind) {
    case 'and':
    case 'or': {
      const parts = node.parts.map((part) => condition(part, context));
      const joined = sql.join(
        parts.map((part) => part.sql),
        node.kind === 'and' ? sql` and ` : sql` or `,
      );
      return { sql: sql`(${joined})`, nullable: parts.some((part) => part.nullable) };
    }
    case 'not':
      return never(sql`(not ${certain(node.of, context)})`);
    case 'compare':
      return { sql: comparison(node, context), nullable: true };
    case 'presence':
      return never(sql`(${present(node.of, context)} is ${node.present ? sql`not null` : sql`null`})`);
    case 'in':
      return {
        sql: membershipSql(node, { value: (part) => value(part, context), now: context.now }),
        nullable: true,
      };
    case 'conditional': {
      const [test, then, otherwise] = [node.condition, node.then, node.otherwise].map(
        (part) => condition(part, context).sql,
      );
      return { sql: sql`(case when ${test} then ${then} else ${otherwise} end)`, nullable: true };
    }
    case 'macro':
      return never(quantifier(node, context));
    case 'within':
      return { sql: within(node, context), nullable: true };
    case 'search':
      if (context.searchSql === undefined) throw unavailable('search()', node);
      return never(context.searchSql(node.text));
    default:
      return { sql: sql<boolean>`${value(node, context).sql}`, nullable: true };
  }
}

/** Null if the node is absent. A list or object that is stored as another type counts as absent too. */
function present(node: CelNode, context: SqlContext): RawBuilder<unknown> {
  const found = value(node, context);
  if (found.kind !== 'jsonb' || node.type === 'json') return found.sql;
  return jsonOfType(found.sql, isListType(node.type) ? 'array' : 'object');
}

function never(fragment: RawBuilder<boolean>): Condition {
  return { sql: fragment, nullable: false };
}

/** True or false, never null: needed under `!` and wherever the result is compared. */
function certain(node: CelNode, context: SqlContext): RawBuilder<boolean> {
  const { sql: fragment, nullable } = condition(node, context);
  return nullable ? sql`coalesce(${fragment}, false)` : fragment;
}

/** Null means absent. */
function value(node: CelNode, context: SqlContext): SqlValue {
  if (isConstant(node)) return constantSql(evaluateNode(node, {}, context.now), node.type);
  if (node.type === 'duration' && node.kind !== 'call' && node.kind !== 'conditional' && node.kind !== 'fallback') {
    throw new CelError('unsupported', 'A filter cannot read a stored duration.', node.position);
  }
  switch (node.kind) {
    case 'field':
      return readSql(context.columns(node.path), node.type);
    case 'element':
      if (context.element === undefined) throw new TypeError(`"${node.name}" is read outside its macro.`);
      return context.element;
    case 'member':
      return readSql(sqlValue('jsonb', member(stored(node.of, context), node.key)), node.type);
    case 'convert':
      return readJsonSql(stored(node.of, context).sql, node.type);
    case 'bounded':
      return sqlValue('numeric', bounded(stored(node.of, context).sql));
    case 'call':
      return call(node, context);
    case 'conditional': {
      const [then, otherwise] = [canonical(node.then, context), canonical(node.otherwise, context)];
      const test = condition(node.condition, context).sql;
      return sqlValue(then.kind, sql`(case when ${test} then ${then.sql} else ${otherwise.sql} end)`);
    }
    case 'fallback': {
      const parts = node.parts.map((part) => canonical(part, context));
      return sqlValue(kindOf(node.type), sql`coalesce(${sql.join(parts.map((part) => part.sql))})`);
    }
    case 'list':
      return sqlValue('jsonb', sql`jsonb_build_array(${sql.join(node.items.map((item) => listItem(item, context)))})`);
    case 'macro':
      if (node.name === 'filter' || node.name === 'map') throw unavailable(`${node.name}()`, node);
      return sqlValue('boolean', quantifier(node, context));
    default:
      return sqlValue('boolean', certain(node, context));
  }
}

/** A value in the canonical form of its type, however it is stored. */
function canonical(node: CelNode, context: SqlContext): SqlValue {
  const found = value(node, context);
  if (node.type === 'timestamp') return sqlValue('numeric', timeSql({ value: found }));
  if (isListType(node.type)) return sqlValue('jsonb', jsonArraySql(found));
  return found;
}

function kindOf(type: CelType): CelColumnKind {
  if (type === 'string') return 'text';
  if (type === 'bool') return 'boolean';
  return type === 'number' || type === 'timestamp' || type === 'duration' ? 'numeric' : 'jsonb';
}

/** Only stored values may be emitted more than once, and only they need a check of their type. */
function stored(node: CelNode, context: SqlContext): SqlValue {
  if (node.kind === 'field' || node.kind === 'element' || node.kind === 'member' || node.kind === 'convert') {
    return value(node, context);
  }
  throw new CelError('unsupported', 'A filter cannot access members of a computed value.', node.position);
}

function member(owner: SqlValue, key: string | number): RawBuilder<unknown> {
  if (owner.kind === 'text[]') return sql`to_jsonb((${owner.sql})[${sql.lit(Number(key) + 1)}])`;
  if (typeof key === 'number') return sql`(${jsonOfType(owner.sql, 'array')} -> ${sql.lit(key)})`;
  return sql`(${owner.sql} -> cast(${key} as text))`;
}

function bounded(number: RawBuilder<unknown>): RawBuilder<unknown> {
  const bound = sql.raw(`1e${INTEGER_DIGITS}`);
  return sql`(case when abs(${number}) < ${bound} then round(${number}, ${sql.lit(DECIMAL_PLACES)}) end)`;
}

function call({ operation, args, type, position }: Extract<CelNode, { kind: 'call' }>, context: SqlContext): SqlValue {
  if (operation.sql === undefined) throw unavailable(`${operation.name}()`, { position });
  const given = args.map((arg) => (isListType(arg.type) ? value(arg, context) : canonicalOperand(arg, context)));
  return sqlValue(kindOf(type), operation.sql(...given));
}

function canonicalOperand(node: CelNode, context: SqlContext): SqlValue {
  const found = canonical(node, context);
  return node.kind === 'field' ? { ...found, stored: true } : found;
}

function comparison({ comparator, left, right }: CelComparison, context: SqlContext): RawBuilder<boolean> {
  const { type } = left;
  if (type === 'timestamp') return compareTimesSql(comparator, time(left, context), time(right, context));
  if (isListType(type)) {
    if (type.list === 'timestamp' || type.list === 'duration' || makesList(left) || makesList(right)) {
      throw new CelError(
        'unsupported',
        'A filter can compare a list only with a literal list of texts, numbers or booleans.',
        left.position,
      );
    }
  }
  const operands = { left: canonical(left, context).sql, right: canonical(right, context).sql };
  return type === 'string' ? compareTextSql(comparator, operands) : compareSql(comparator, operands);
}

/** Absent items are null in jsonb, where null equals null. */
function makesList(node: CelNode): boolean {
  return !isConstant(node) && (node.kind === 'list' || childrenOf(node).some(makesList));
}

function time(node: CelNode, context: SqlContext): SqlTime {
  const constant = isConstant(node) ? evaluateNode(node, {}, context.now) : undefined;
  return constant === undefined ? { value: value(node, context) } : { constant: constant as Decimal };
}

/** `exists` and `all`. An absent list has no rows, so it counts as empty. */
function quantifier({ name, list, body, position }: CelMacro, context: SqlContext): RawBuilder<boolean> {
  if (!isListType(list.type)) throw unavailable(`${name}()`, { position });
  const items = value(list, context);
  const element = sqlValue(items.kind === 'text[]' ? 'text' : 'jsonb', sql`cel_element.value`);
  const inner = { ...context, element: { ...readSql(element, list.type.list), stored: true } };
  const rows =
    items.kind === 'text[]' ? sql`unnest(${items.sql})` : sql`jsonb_array_elements(${jsonOfType(items.sql, 'array')})`;
  if (name === 'exists') {
    return sql`exists (select 1 from ${rows} as cel_element(value) where ${condition(body, inner).sql})`;
  }
  return sql`not exists (select 1 from ${rows} as cel_element(value) where not ${certain(body, inner)})`;
}

function within({ of, tree, root, position }: CelWithin, context: SqlContext): RawBuilder<boolean> {
  if (context.subtreeSql === undefined) throw unavailable('within()', { position });
  const found = value(of, context);
  const ids = context.subtreeSql(tree, root);
  if (isListType(of.type)) return sql`(${jsonOfType(found.sql, 'array')} ?| ${ids})`;
  return sql`(${found.sql} = any(${ids}))`;
}

function listItem(node: CelNode, context: SqlContext): RawBuilder<unknown> {
  if (node.type === 'timestamp' || node.type === 'duration') {
    throw new CelError('unsupported', 'A filter cannot build a list of times from fields.', node.position);
  }
  return canonical(node, context).sql;
}

function unavailable(what: string, { position }: { readonly position: number }): CelError {
  return new CelError('unsupported', `${what} is not available in filters.`, position);
}
