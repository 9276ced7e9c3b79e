import type { Database, Logger } from '@cubit/core';
import type { WakeQueue } from '../wake-queue/wake-queue.js';
import { JOB_QUEUE, wakeIdOf } from './job-key.js';
import { overdueJobs, purgeJobs } from './job-store.js';

const SWEEP_MS = 1_000;
const PURGE_EVERY_SWEEPS = 600;

interface SweeperOptions {
  readonly database: Database;
  readonly queue: WakeQueue;
  readonly log: Logger;
  /** How long jobs that ended are kept. */
  readonly keptDays: number;
}

/** Wakes somebody for every job whose wake-up was lost, with a killed process, a failed engine, or by an engine that forgot. */
export class JobSweeper {
  readonly #options: SweeperOptions;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #sweeps = 0;

  constructor(options: SweeperOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#sweep(), SWEEP_MS);
    this.#sweep();
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.#running;
  }

  #sweep(): void {
    this.#running ??= this.#work().finally(() => {
      this.#running = null;
    });
  }

  async #work(): Promise<void> {
    const { database, queue, log, keptDays } = this.#options;
    try {
      const overdue = await overdueJobs(database.db);
      if (overdue.length > 0) await queue.publish(JOB_QUEUE, overdue.map(wakeIdOf));
      if (this.#sweeps % PURGE_EVERY_SWEEPS === 0) await purgeJobs(database.db, keptDays);
      this.#sweeps += 1;
    } catch (error) {
      // The next turn does it.
      log.warn({ err: error }, 'jobs could not be swept');
    }
  }
}
