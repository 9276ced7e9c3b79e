import { type RawBuilder, sql, type SqlBool } from 'kysely';

/**
 * A condition: the column has one of the values. The subquery hides their number from the planner: it takes an array parameter for ten
 * values, and where that makes the generic plan look dearer than one for the given values, it plans the statement in every call.
 */
export function oneOf(column: string, values: readonly string[], type: 'uuid' | 'text'): RawBuilder<SqlBool> {
  return sql`${sql.raw(column)} = any(array(select unnest(${values}::${sql.raw(type)}[])))`;
}
