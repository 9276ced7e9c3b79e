import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../schema/schema.js';
import { oldestReplayed } from './run-idempotently.js';

/** Deletes expired responses and returns their number. Called by periodic maintenance. */
export async function purgeIdempotencyKeys(db: Kysely<DatabaseSchema>, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_key')
    .where('created_at', '<=', oldestReplayed(now))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
