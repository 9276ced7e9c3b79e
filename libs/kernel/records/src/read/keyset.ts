import { sql, type RawBuilder } from 'kysely';
import type { CursorType } from '@cubit/core/host';

/** One key of an order. Absent values are first when ascending and last when descending. */
export interface SortKey {
  /** Name as in the request, without the sign. */
  readonly name: string;
  readonly expression: RawBuilder<unknown>;
  /** SQL type of the expression, to which the value of a cursor is cast. */
  readonly type: CursorType;
  readonly descending: boolean;
  /** The expression can be null. */
  readonly nullable: boolean;
}

/**
 * Exactly the order of the indexes, even for columns that are never null: `asc` alone means `nulls last`, which no
 * index of a kind has.
 */
export function orderBy(keys: readonly SortKey[]): RawBuilder<unknown> {
  return sql.join(
    keys.map(({ name, expression, descending }) => {
      if (name === 'id') return descending ? sql`${expression} desc` : sql`${expression}`;
      return descending ? sql`${expression} desc nulls last` : sql`${expression} asc nulls first`;
    }),
  );
}

/**
 * The rows after a cursor, as conditions in order: rows of the first precede rows of the second, and so on. Each is
 * a range of one index, which a single condition with `or` would not be. For keys (a, b) after (x, y): a = x and b
 * > y; then a > x.
 */
export function rangesAfter(
  keys: readonly SortKey[],
  values: readonly (string | null)[],
): readonly RawBuilder<boolean>[] {
  return keys.flatMap((_, reversed) => {
    const depth = keys.length - 1 - reversed;
    const equal = keys.slice(0, depth).map((key, index) => equals(key, values[index] ?? null));
    const key = keys[depth];
    if (!key) return [];
    return beyond(key, values[depth] ?? null).map(
      (condition) => sql<boolean>`${sql.join([...equal, condition], sql` and `)}`,
    );
  });
}

function equals(key: SortKey, value: string | null): RawBuilder<boolean> {
  return value === null ? sql`${key.expression} is null` : sql`${key.expression} = ${literal(key, value)}`;
}

function beyond(key: SortKey, value: string | null): readonly RawBuilder<boolean>[] {
  if (value === null) return key.descending ? [] : [sql`${key.expression} is not null`];
  if (!key.descending) return [sql`${key.expression} > ${literal(key, value)}`];
  const below = sql<boolean>`${key.expression} < ${literal(key, value)}`;
  return key.nullable ? [below, sql`${key.expression} is null`] : [below];
}

function literal(key: SortKey, value: string | null): RawBuilder<unknown> {
  return sql`${value}::${sql.raw(key.type)}`;
}
