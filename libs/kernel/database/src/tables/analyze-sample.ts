import { type Kysely, sql } from 'kysely';
import type { DatabaseSchema } from '../schema/schema.js';

/**
 * Most common values and buckets of each column and expression; 300 times as many rows are read. With PostgreSQL's default of 100, tables of
 * 30,000 parts took 2.1 s instead of 0.6, most of it for the expressions of their fields.
 */
const STATISTICS_TARGET = 30;

/** Analyses a table that changed a lot, in a transaction, with a small sample. Autovacuum reads a larger one when it comes by. */
export async function analyzeSample(db: Kysely<DatabaseSchema>, table: string): Promise<void> {
  await sql`select set_config('default_statistics_target', ${String(STATISTICS_TARGET)}, true)`.execute(db);
  // Autovacuum or another process that holds the lock analyses the table itself.
  await sql`analyze (skip_locked) ${sql.table(table)}`.execute(db);
}
