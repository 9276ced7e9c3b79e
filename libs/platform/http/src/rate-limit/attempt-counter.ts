import type { AttemptLimit, AttemptStore } from '@cubit/access';
import type { Logger } from '@cubit/core/host';
import { MemoryTokenStore } from './memory-token-store.js';
import type { TokenStore } from './token-store.js';

export interface AttemptCounterOptions {
  /** Store shared by all processes. Default: the memory of this process. */
  readonly store?: TokenStore;
  readonly log: Logger;
}

/**
 * Counts wrong passwords in the store of the rate limits. Each attempt asks the store, because a successful sign-in in one process
 * resets the count for all. While the store is unavailable, each process counts on its own.
 */
export class AttemptCounter implements AttemptStore {
  readonly #alone = new MemoryTokenStore();
  readonly #store: TokenStore;
  readonly #log: Logger;

  constructor({ store, log }: AttemptCounterOptions) {
    this.#store = store ?? this.#alone;
    this.#log = log;
  }

  async consume(limit: AttemptLimit, key: string): Promise<{ readonly consumed: boolean; readonly endsInMs: number }> {
    const lease = await this.#either((store) => store.lease(limit, key, 1));
    return { consumed: lease.granted > 0, endsInMs: lease.endsInMs };
  }

  async refund(limit: AttemptLimit, key: string, count: number): Promise<void> {
    await this.#either((store) => store.giveBack(limit, key, count));
  }

  async #either<Result>(ask: (store: TokenStore) => Promise<Result>): Promise<Result> {
    try {
      return await ask(this.#store);
    } catch (error) {
      this.#log.warn(
        { err: error },
        'The attempt store is unavailable; this process counts wrong passwords on its own',
      );
      return ask(this.#alone);
    }
  }
}
