import type { KernelServices } from '@cubit/core';
import { releaseBlocked, releaseOverdue, releaseWaiting } from '../dispatch/release-runs.js';
import type { Wakes } from '../dispatch/wakes.js';
import { wiresIn } from '../tables/schema.js';
import { countRuns } from './count-runs.js';
import { purgeRuns } from './purge-runs.js';

const SWEEP_MS = 1_000;
const SWEEPS_PER_COUNT = 5;
const SWEEPS_PER_PURGE = 600;

interface SweeperOptions {
  readonly services: Pick<KernelServices, 'database' | 'log'>;
  readonly wakes: Wakes;
  readonly turns: number;
  readonly keptDays: number;
}

/** The net below lost wake-ups, and the cleaning. Any number of processes may run one. */
export class Sweeper {
  readonly #options: SweeperOptions;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #sweeps = 0;

  constructor(options: SweeperOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer ??= setInterval(() => this.sweep(), SWEEP_MS);
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.#running;
  }

  sweep(): void {
    this.#running ??= this.#work()
      // The next sweep tries again; nothing is lost meanwhile.
      .catch((error: unknown) => this.#options.services.log.warn({ err: error }, 'wire runs could not be swept'))
      .finally(() => {
        this.#running = null;
      });
  }

  async #work(): Promise<void> {
    const { services, wakes, turns, keptDays } = this.#options;
    const db = wiresIn(services.database.db);
    await releaseBlocked(db);
    await wakes.send(await releaseOverdue(db));
    await wakes.send(await releaseWaiting(db, { turns }));
    this.#sweeps += 1;
    const stopped = () => this.#timer === null;
    if (this.#sweeps % SWEEPS_PER_COUNT === 0) for (let more = true; more && !stopped();) more = await countRuns(db);
    if (this.#sweeps % SWEEPS_PER_PURGE === 0) await purgeRuns(db, stopped, keptDays);
  }
}
