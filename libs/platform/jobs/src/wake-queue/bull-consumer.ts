import { DelayedError, type Job } from 'bullmq';
import type { Logger } from '@cubit/core';
import { LOCK_MS, TEND_MS, type BullEngine, type BullWorker } from './bull-engine.js';
import type { RepeatedWarnings } from './repeated-warnings.js';
import type { WakeHandler } from './wake-queue.js';
import { within } from './within.js';

/** A connection that does not close in this time is cut. */
const CLOSE_TIMEOUT_MS = 2_000;
/** Another process may take what this one gave back while it stops. */
const GIVEN_BACK_MS = 100;

interface ConsumerOptions {
  readonly name: string;
  readonly handler: WakeHandler;
  readonly concurrency: number;
  readonly engine: BullEngine;
  readonly log: Logger;
  readonly warnings: RepeatedWarnings;
}

interface Handling {
  readonly done: Promise<void>;
  /** Proves to BullMQ who holds it. */
  readonly token: string;
  /** Set when the id was published meanwhile. */
  againInMs: number | null;
}

/** Hands the ids of one queue to its handler. */
export class BullConsumer {
  readonly #options: ConsumerOptions;
  readonly #handling = new Map<string, Handling>();
  #worker: BullWorker | null = null;
  #tending: NodeJS.Timeout | null = null;
  #stopping = false;

  constructor(options: ConsumerOptions) {
    this.#options = options;
  }

  readonly #onError = (error: unknown): void => {
    this.#options.warnings.warn(error, `the queue '${this.#options.name}' could not be read`);
  };

  start(): void {
    const { engine, name, concurrency } = this.#options;
    this.#worker = engine.worker(name, (job, token) => this.#process(job, token), concurrency);
    this.#worker.on('error', this.#onError);
    this.#tending = this.#tend(this.#worker);
  }

  /** Whether the handler of `id` runs here: it is then woken again once it has ended. */
  wakeAfterwards(id: string, delayMs: number): boolean {
    const handling = this.#handling.get(id);
    if (handling) handling.againInMs = Math.min(handling.againInMs ?? Infinity, delayMs);
    return handling !== undefined;
  }

  async stop(graceMs: number): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    this.#stopping = true;
    this.#worker = null;
    await worker.pause(true);
    const idle = await within(graceMs, Promise.all([...this.#handling.values()].map(({ done }) => done)));
    if (!idle) this.#options.log.warn({ ids: [...this.#handling.keys()] }, 'handlers did not end in time');
    if (this.#tending) clearInterval(this.#tending);
    // A worker that cannot reach its engine would wait for it.
    const force = !idle || !this.#options.engine.reachable();
    // Closed by force, it would go on waiting for its next job until that is due.
    if (force) worker.getBackend().disconnectBlocking(false).catch(this.#onError);
    if (await within(CLOSE_TIMEOUT_MS, worker.close(force))) return;
    await within(CLOSE_TIMEOUT_MS, worker.getBackend().close(true));
  }

  async #process(job: Job, token = ''): Promise<void> {
    const id = job.id ?? '';
    if (this.#stopping) return this.#delay(job, token, GIVEN_BACK_MS);
    // This process was too busy to keep what it handles, and is handed it again.
    if (this.#handling.has(id)) return;
    const handling: Handling = { done: this.#handle(id), token, againInMs: null };
    this.#handling.set(id, handling);
    await handling.done;
    this.#handling.delete(id);
    if (handling.againInMs !== null) await this.#delay(job, token, handling.againInMs);
  }

  async #handle(id: string): Promise<void> {
    // Entered in the next turn: `#handling` knows the id before the handler publishes it.
    await Promise.resolve();
    try {
      await this.#options.handler(id);
    } catch (error) {
      this.#options.log.error({ err: error, queue: this.#options.name, id }, 'the handler of a wake-up failed');
    }
  }

  async #delay(job: Job, token: string, delayMs: number): Promise<never> {
    await job.moveToDelayed(Date.now() + delayMs, token);
    // Tells BullMQ that the job is neither completed nor failed.
    throw new DelayedError();
  }

  /** Keeps what is handled here, and gives back what killed processes held. */
  #tend(worker: BullWorker): NodeJS.Timeout {
    const tendOnce = async () => {
      const held = [...this.#handling];
      const tokens = held.map(([, { token }]) => token);
      const ids = held.map(([id]) => id);
      if (held.length > 0) await worker.extendJobLocks(ids, tokens, LOCK_MS);
      await worker.getBackend().moveStalledJobsToWait();
    };
    let busy = false;
    return setInterval(() => {
      // It waits for an engine that is away.
      if (busy) return;
      busy = true;
      tendOnce()
        .catch(this.#onError)
        .finally(() => {
          busy = false;
        });
    }, TEND_MS);
  }
}
