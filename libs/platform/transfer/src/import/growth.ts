import { sql } from 'kysely';
import { analyzeSample, type Database } from '@cubit/database';

type Db = Database['db'];

const FEWEST_ROWS = 1_000;
/** Growth factor between two `ANALYZE` runs. Each takes up to half a second; a table that grows to a million rows is analysed six times. */
const GROWTH = 3;

/**
 * Updates the statistics of a table that grows during an import. PostgreSQL does so itself a minute or more later; until then it estimates
 * the table as nearly empty, and each lookup of a key would scan all rows that the import has written.
 */
export class Growth {
  readonly #table: string;
  #written = 0;
  /** Rows that may be added before the next `ANALYZE`; null: not determined yet. */
  #bearable: number | null = null;

  constructor(table: string) {
    this.#table = table;
  }

  async add(db: Db, rows: number): Promise<void> {
    this.#written += rows;
    if (this.#written < FEWEST_ROWS) return;
    this.#bearable ??= Math.max(FEWEST_ROWS, GROWTH * (await this.#counted(db)));
    if (this.#written < this.#bearable) return;
    // The job that builds an index runs `ANALYZE` itself.
    await analyzeSample(db, this.#table);
    [this.#written, this.#bearable] = [0, null];
  }

  /** Rows at the last `ANALYZE` that was committed. One within a dry run leaves only its row count. */
  async #counted(db: Db): Promise<number> {
    const { rows } = await sql<{ rows: number }>`select reltuples::float8 as rows from pg_class
      where oid = ${this.#table}::regclass and exists (select 1 from pg_stats
        where schemaname = current_schema() and tablename = ${this.#table})`.execute(db);
    return rows[0]?.rows ?? 0;
  }
}
