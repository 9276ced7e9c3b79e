import { sql, type Kysely } from 'kysely';
import type { Logger } from '@cubit/core/host';
import type { DatabaseSchema } from '@cubit/database';

/** Resolution of `last_used_at`: a busy token must not write a row with every request. */
const RESOLUTION_MS = 60_000;
const FLUSH_INTERVAL_MS = 1_000;

/** A table of credentials that has the time of their last use. */
type UsedTable = 'api_token' | 'display';

/**
 * Records when credentials were last used, outside of requests, in one statement for all that were used since the last write. Failed
 * writes are retried with the next one.
 */
export class TokenUsage {
  readonly #db: Kysely<DatabaseSchema>;
  readonly #log: Logger;
  readonly #table: UsedTable;
  readonly #pending = new Map<string, Date>();
  /** Tokens written within the last minute: a request that read its token before the write must not write again. */
  readonly #written = new Map<string, Date>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(db: Kysely<DatabaseSchema>, log: Logger, table: UsedTable = 'api_token') {
    this.#db = db;
    this.#log = log;
    this.#table = table;
  }

  /** Records a use at `at`; `known` is the `last_used_at` that the request read. */
  touch(tokenId: string, at: Date, known: Date | null): void {
    if (isRecent(known, at) || isRecent(this.#written.get(tokenId) ?? null, at)) return;
    this.#pending.set(tokenId, at);
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.#flushQuietly(), FLUSH_INTERVAL_MS).unref();
  }

  /** Resolves when all recorded uses are written. */
  async flush(): Promise<void> {
    const turn = this.#flushing.then(() => this.#write());
    this.#flushing = turn.catch(() => undefined);
    await turn;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.flush();
  }

  async #flushQuietly(): Promise<void> {
    try {
      await this.flush();
    } catch (error) {
      this.#log.warn({ err: error }, 'writing the last use of credentials failed and will be retried');
    }
  }

  async #write(): Promise<void> {
    if (this.#pending.size === 0) return;
    const uses = [...this.#pending];
    this.#pending.clear();
    try {
      await writeUses(this.#db, this.#table, uses);
    } catch (error) {
      for (const [id, at] of uses) if (!this.#pending.has(id)) this.#pending.set(id, at);
      throw error;
    }
    this.#remember(uses);
  }

  #remember(uses: readonly (readonly [string, Date])[]): void {
    const newest = new Date(Math.max(...uses.map(([, at]) => at.getTime())));
    for (const [id, at] of this.#written) if (!isRecent(at, newest)) this.#written.delete(id);
    for (const [id, at] of uses) this.#written.set(id, at);
  }
}

function isRecent(written: Date | null, at: Date): boolean {
  return written !== null && at.getTime() - written.getTime() < RESOLUTION_MS;
}

async function writeUses(
  db: Kysely<DatabaseSchema>,
  table: UsedTable,
  uses: readonly (readonly [string, Date])[],
): Promise<void> {
  // Ordered by id and only forward in time, so that processes neither deadlock nor set an earlier time.
  const sorted = [...uses].sort(([left], [right]) => (left < right ? -1 : 1));
  const ids = sorted.map(([id]) => id);
  const times = sorted.map(([, at]) => at);
  await sql`update ${sql.table(table)} as credential set last_used_at = used.at
    from unnest(${ids}::uuid[], ${times}::timestamptz[]) as used(id, at)
    where credential.id = used.id and (credential.last_used_at is null or credential.last_used_at < used.at)`.execute(
    db,
  );
}
