import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../database/schema.js';
import { oldestKept } from './run-idempotently.js';

/** Removes answers that are no longer replayed; how many they were. Upkeep calls it from time to time. */
export async function purgeIdempotencyKeys(db: Kysely<DatabaseSchema>, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_key')
    .where('created_at', '<=', oldestKept(now))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
