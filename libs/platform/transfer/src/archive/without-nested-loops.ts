import { sql } from 'kysely';
import type { Transaction } from '@cubit/core';

/**
 * For statements that compare all that a transaction has written, of which PostgreSQL has no statistics: it takes the workspace for empty
 * and would walk through the whole of it for each of its rows.
 */
export async function withoutNestedLoops<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  await sql`set local enable_nestloop = off`.execute(tx.db);
  const result = await work();
  await sql`set local enable_nestloop to default`.execute(tx.db);
  return result;
}
