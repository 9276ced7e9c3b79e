import { type RawBuilder, sql, type SqlBool } from 'kysely';

/**
 * A condition: the column has one of the values. For a single value it is `= $n` instead of `= any($n)`: PostgreSQL takes an array
 * parameter for ten values. Where that makes the generic plan look dearer than one for the given values, it plans the statement in every call.
 */
export function oneOf(column: string, values: readonly string[], type: 'uuid' | 'text'): RawBuilder<SqlBool> {
  const [single] = values;
  if (values.length === 1) return sql`${sql.raw(column)} = ${single}::${sql.raw(type)}`;
  return sql`${sql.raw(column)} = any(${values}::${sql.raw(type)}[])`;
}
