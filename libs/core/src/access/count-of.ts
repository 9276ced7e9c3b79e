import type { SelectQueryBuilder } from 'kysely';
import type { DatabaseSchema } from '../database/schema.js';

/** How many rows a query without a selection would have. */
export async function countOf<Tables extends keyof DatabaseSchema>(
  query: SelectQueryBuilder<DatabaseSchema, Tables, object>,
): Promise<number> {
  const { total } = await query.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return total;
}
