import type { Logger } from '../contract/context.js';
import { purgeCredentials, purgeDeletedWorkspaces } from '../access/index.js';
import type { Database } from '../database/database.js';
import { purgeIdempotencyKeys } from '../idempotency/purge-idempotency-keys.js';
import type { Registry } from '../registry/registry.js';
import { purgeOld, purgePassing, type Retention } from './retention.js';

const INTERVAL_MS = 10 * 60_000;

interface UpkeepOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly now: () => Date;
  readonly retention: Retention;
  readonly registry: Pick<Registry, 'kinds'>;
}

/** Removes what nobody can reach any more, in small steps, now and then. Any number of processes may run one. */
export class Upkeep {
  readonly #options: UpkeepOptions;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #stopping = new AbortController();

  constructor(options: UpkeepOptions) {
    this.#options = options;
  }

  start(): void {
    this.#stopping = new AbortController();
    this.#timer ??= setInterval(() => void this.run(), INTERVAL_MS);
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#stopping.abort();
    await this.#running;
  }

  run(): Promise<void> {
    this.#running ??= this.#work().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #work(): Promise<void> {
    const { database, log, now, retention, registry } = this.#options;
    const context = { now: now(), signal: this.#stopping.signal };
    const steps = [
      () => purgeCredentials(database.db, context),
      () => purgeDeletedWorkspaces(database.db, context),
      () => purgeIdempotencyKeys(database.db, context.now),
      () => purgeOld(database.db, retention, context),
      () => purgePassing(database.db, [...registry.kinds.values()], context),
    ];
    for (const step of steps) {
      if (this.#stopping.signal.aborted) return;
      // What fails now is tried again at the next turn; nothing depends on it.
      await step().catch((error: unknown) => log.warn({ err: error }, 'upkeep failed'));
    }
  }
}
