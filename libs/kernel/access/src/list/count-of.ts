import type { SelectQueryBuilder } from 'kysely';
import type { DatabaseSchema } from '@cubit/database';

/** The number of rows of a query without a selection. */
export async function countOf<Tables extends keyof DatabaseSchema>(
  query: SelectQueryBuilder<DatabaseSchema, Tables, object>,
): Promise<number> {
  const { total } = await query.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return total;
}
