import { type Database, type Session, withStatementClass } from '@cubit/database';

const LOOK_EVERY_MS = 300;

interface RunOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** A separate connection for long statements outside of transactions, with a lock that only one process can have. */
export class BuildSession {
  readonly #database: Database;
  readonly #client: Session;
  readonly #lock: string;

  private constructor(database: Database, client: Session, lock: string) {
    this.#database = database;
    this.#client = client;
    this.#lock = lock;
  }

  /** Null if another process has the lock. Waiting would keep a snapshot open, and building an index waits for old snapshots. */
  static async open(database: Database, lock: string): Promise<BuildSession | null> {
    // Building an index waits for locks of other transactions without limit.
    const client = await withStatementClass('unlimited', () => database.connect());
    try {
      const { rows } = await client.query<{ held: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as held',
        [lock],
      );
      if (rows[0]?.held === true) return new BuildSession(database, client, lock);
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.release();
    return null;
  }

  async close(): Promise<void> {
    try {
      await this.#client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [this.#lock]);
      this.#client.release();
    } catch {
      // Closing the connection releases the lock.
      this.#client.release(true);
    }
  }

  /** Indexes with this name prefix. An index whose build was killed is not valid. */
  async indexes(prefix: string): Promise<readonly { readonly name: string; readonly valid: boolean }[]> {
    const { rows } = await this.#client.query<{ name: string; valid: boolean }>(
      `select c.relname as name, i.indisvalid as valid from pg_class c join pg_index i on i.indexrelid = c.oid
       where starts_with(c.relname, $1) and c.relnamespace = current_schema()::regnamespace`,
      [prefix],
    );
    return rows;
  }

  async dropIndex(name: string): Promise<void> {
    await this.#client.query(`drop index concurrently if exists ${name}`);
    await this.#client.query(`drop statistics if exists ${name}_s`);
  }

  async run(statement: string, { signal, onProgress }: RunOptions): Promise<void> {
    signal?.throwIfAborted();
    const { rows } = await this.#client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = rows[0]?.pid ?? 0;
    const cancel = () => void this.#database.pool.query('select pg_cancel_backend($1)', [pid]).catch(() => {});
    const watch = onProgress && setInterval(() => void this.#look(pid, onProgress), LOOK_EVERY_MS);
    signal?.addEventListener('abort', cancel);
    try {
      await this.#client.query(statement);
    } finally {
      clearInterval(watch);
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Progress by blocks of the table read, which is most of the work. */
  async #look(pid: number, onProgress: NonNullable<RunOptions['onProgress']>): Promise<void> {
    const { rows } = await this.#database.pool
      .query<{ done: number; total: number }>(
        'select blocks_done as done, blocks_total as total from pg_stat_progress_create_index where pid = $1',
        [pid],
      )
      // Progress is informative only; the next query may succeed.
      .catch(() => ({ rows: [] }));
    const [row] = rows;
    if (row && row.total > 0) onProgress(row.done, row.total);
  }
}
