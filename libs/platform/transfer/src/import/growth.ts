import { sql } from 'kysely';
import type { Database } from '@cubit/core';

type Db = Database['db'];

const FEWEST_ROWS = 1_000;
/** Each count costs up to half a second: a table of a million rows is counted six times on its way. */
const GROWTH = 3;

/**
 * Keeps the statistics of a table that grows under an import. PostgreSQL takes its own a minute or more later; until then it takes the
 * table for nearly empty, and each look for a row's key would walk through all that the import has written.
 */
export class Growth {
  readonly #table: string;
  #written = 0;
  /** Rows that may come before statistics are taken anew; null: not asked for yet. */
  #bearable: number | null = null;

  constructor(table: string) {
    this.#table = table;
  }

  async add(db: Db, rows: number): Promise<void> {
    this.#written += rows;
    if (this.#written < FEWEST_ROWS) return;
    this.#bearable ??= Math.max(FEWEST_ROWS, GROWTH * (await this.#counted(db)));
    if (this.#written < this.#bearable) return;
    // Where an index is being built, the builder takes statistics itself.
    await sql`analyze (skip_locked) ${sql.table(this.#table)}`.execute(db);
    [this.#written, this.#bearable] = [0, null];
  }

  /** Rows at the last count that left statistics: one within a rehearsal left its number alone. */
  async #counted(db: Db): Promise<number> {
    const { rows } = await sql<{ rows: number }>`select reltuples::float8 as rows from pg_class
      where oid = ${this.#table}::regclass and exists (select 1 from pg_stats
        where schemaname = current_schema() and tablename = ${this.#table})`.execute(db);
    return rows[0]?.rows ?? 0;
  }
}
