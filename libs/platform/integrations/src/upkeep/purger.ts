import type { KernelServices } from '@cubit/core';
import { integrationsIn } from '../tables/schema.js';
import { purgeHits } from './purge-hits.js';

const INTERVAL_MS = 10 * 60_000;

/** Cleans up now and then. Any number of processes may run one. */
export class Purger {
  readonly #services: Pick<KernelServices, 'database' | 'log' | 'now'>;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;

  constructor(services: Pick<KernelServices, 'database' | 'log' | 'now'>) {
    this.#services = services;
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.#run(), INTERVAL_MS);
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.#running;
  }

  #run(): Promise<void> {
    const { database, log, now } = this.#services;
    const stopped = () => this.#timer === null;
    this.#running ??= purgeHits(integrationsIn(database.db), { now: now(), stopped })
      // The next turn tries again; nothing depends on it.
      .catch((error: unknown) => log.warn({ err: error }, 'old hits of integrations could not be removed'))
      .finally(() => {
        this.#running = null;
      });
    return this.#running;
  }
}
