import type pg from 'pg';
import { Pipeline } from './pipeline.js';
import { cutConnection } from './cut-connection.js';
import { ANSWER_GRACE_MS, LIGHT_STATEMENT_MS } from './statement-class.js';

/** A statement may take this much longer than its limit. */
const CHECK_INTERVAL_MS = 1_000;

interface WatchOptions {
  /** How long a statement may go without a response. Default: the limit of light statements and the grace. */
  readonly limitMs?: number;
  readonly checkIntervalMs?: number;
}

interface Watched {
  /** The statement at the previous check; null: none was in progress. */
  statement: unknown;
  /** For how long the checks have seen this statement. */
  waitedMs: number;
  /** Of the class that the connection is used for; null: the default. */
  limitMs: number | null;
}

/**
 * Closes connections whose server does not respond: it is frozen, or behind a network that drops packets, and so never closes them itself.
 *
 * One timer checks all connections. A timer for each statement (`query_timeout` of `pg`) would survive until the old generation of the
 * heap and take the results of the statement with it: reads needed 100 MB more that way.
 */
export class ConnectionWatch {
  readonly #watched = new Map<pg.PoolClient, Watched>();
  readonly #limitMs: number;
  readonly #checkIntervalMs: number;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    pool: pg.Pool,
    { limitMs = LIGHT_STATEMENT_MS + ANSWER_GRACE_MS, checkIntervalMs = CHECK_INTERVAL_MS }: WatchOptions = {},
  ) {
    this.#limitMs = limitMs;
    this.#checkIntervalMs = checkIntervalMs;
    pool.on('connect', (client) => this.#add(client));
    pool.on('remove', (client) => this.#remove(client));
  }

  /** Sets the limit of the statements of a connection; null: the default again. */
  setLimit(client: pg.PoolClient, limitMs: number | null): void {
    const watched = this.#watched.get(client);
    if (watched) watched.limitMs = limitMs;
  }

  #add(client: pg.PoolClient): void {
    this.#watched.set(client, { statement: null, waitedMs: 0, limitMs: null });
    this.#timer ??= setInterval(() => this.#check(), this.#checkIntervalMs).unref();
  }

  #remove(client: pg.PoolClient): void {
    this.#watched.delete(client);
    if (this.#watched.size > 0 || !this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  #check(): void {
    for (const [client, watched] of this.#watched) {
      const statement = statementOf(client);
      const isSame = statement !== null && statement === watched.statement;
      watched.statement = statement;
      // Counted in checks and not by the clock: a process that was stopped for a while has given the server no time to respond.
      watched.waitedMs = isSame ? watched.waitedMs + this.#checkIntervalMs : 0;
      if (watched.waitedMs < (watched.limitMs ?? this.#limitMs)) continue;
      cutConnection(client, new Error('Connection terminated: the server did not respond in time'));
    }
  }
}

/** The statement in progress: a property of `pg` that its types lack. Of a pipeline, the statement that the server executes. */
function statementOf(client: pg.PoolClient): unknown {
  const query = (client as unknown as { readonly _activeQuery: unknown })._activeQuery ?? null;
  return query instanceof Pipeline ? (query.current ?? query) : query;
}
