import { type RawBuilder, sql, type SqlBool } from 'kysely';

/**
 * A condition: the column has one of the values. For a single value it is `= $n` instead of `= any($n)`: PostgreSQL takes an array
 * parameter for ten values, prefers the plan for the given ones, and so plans the statement again in every call.
 */
export function oneOf(column: string, values: readonly string[], type: 'uuid' | 'text'): RawBuilder<SqlBool> {
  const [single] = values;
  if (values.length === 1) return sql`${sql.raw(column)} = ${single}::${sql.raw(type)}`;
  return sql`${sql.raw(column)} = any(${values}::${sql.raw(type)}[])`;
}
