import { sql } from 'kysely';
import type { Transaction } from '@cubit/database';

/**
 * For statements over rows that this transaction has written. PostgreSQL has no statistics of them: it estimates the workspace as empty
 * and would choose a nested loop over all of its rows.
 */
export async function withoutNestedLoops<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  await sql`set local enable_nestloop = off`.execute(tx.db);
  const result = await work();
  await sql`set local enable_nestloop to default`.execute(tx.db);
  return result;
}
