import { sql, type Kysely } from 'kysely';
import type { Logger } from '../contract/context.js';
import type { DatabaseSchema } from '../database/schema.js';

/** `last_used_at` is as exact as this: a busy token must not write a row with every request. */
const GRAIN_MS = 60_000;
const FLUSH_INTERVAL_MS = 1_000;

/**
 * When API tokens were last used, written off the request's path, all that were used since the last time in one statement.
 * What a failed write could not tell is kept for the next one.
 */
export class TokenUsage {
  readonly #db: Kysely<DatabaseSchema>;
  readonly #log: Logger;
  readonly #pending = new Map<string, Date>();
  /** Written within the last minute: a request that read its token before the write must not make a second one. */
  readonly #written = new Map<string, Date>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(db: Kysely<DatabaseSchema>, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /** The token was used at `at`; `known` is its `last_used_at` as the request read it. */
  touch(tokenId: string, at: Date, known: Date | null): void {
    if (isRecent(known, at) || isRecent(this.#written.get(tokenId) ?? null, at)) return;
    this.#pending.set(tokenId, at);
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.#flushQuietly(), FLUSH_INTERVAL_MS).unref();
  }

  /** Everything touched so far is in the database once this is done. */
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
      this.#log.warn({ err: error }, 'The last use of API tokens could not be written; it will be tried again.');
    }
  }

  async #write(): Promise<void> {
    if (this.#pending.size === 0) return;
    const uses = [...this.#pending];
    this.#pending.clear();
    try {
      await writeUses(this.#db, uses);
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
  return written !== null && at.getTime() - written.getTime() < GRAIN_MS;
}

async function writeUses(db: Kysely<DatabaseSchema>, uses: readonly (readonly [string, Date])[]): Promise<void> {
  // In the order of ids, and only forward: two processes neither wait for each other nor set a later time back.
  const sorted = [...uses].sort(([left], [right]) => (left < right ? -1 : 1));
  const ids = sorted.map(([id]) => id);
  const times = sorted.map(([, at]) => at);
  await sql`update api_token set last_used_at = used.at
    from unnest(${ids}::uuid[], ${times}::timestamptz[]) as used(id, at)
    where api_token.id = used.id and (api_token.last_used_at is null or api_token.last_used_at < used.at)`.execute(db);
}
