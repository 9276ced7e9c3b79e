import { DelayedError, type Job } from 'bullmq';
import type { Logger } from '@cubit/core/host';
import { LOCK_MS, LOCK_RENEWAL_MS, type BullEngine, type BullWorker } from './bull-engine.js';
import type { RepeatedWarnings } from './repeated-warnings.js';
import type { WakeHandler } from './wake-queue.js';

/** A connection that does not close in this time is closed by force. */
const CLOSE_TIMEOUT_MS = 2_000;
/** Delay of wake-ups that a stopping process returns, so that another process gets them. */
const RETURN_DELAY_MS = 100;

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
  /** Token of the BullMQ lock. */
  readonly token: string;
  /** Set if the id was published while its handler ran. */
  rerunInMs: number | null;
}

/** Calls the handler of one queue for each id. */
export class BullConsumer {
  readonly #options: ConsumerOptions;
  readonly #handling = new Map<string, Handling>();
  #worker: BullWorker | null = null;
  #lockRenewal: NodeJS.Timeout | null = null;
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
    this.#lockRenewal = this.#startLockRenewal(this.#worker);
  }

  /** Whether the handler of `id` runs in this process. If so, it runs again after it has ended. */
  rerunAfterwards(id: string, delayMs: number): boolean {
    const handling = this.#handling.get(id);
    if (handling) handling.rerunInMs = Math.min(handling.rerunInMs ?? Infinity, delayMs);
    return handling !== undefined;
  }

  async stop(graceMs: number): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    this.#stopping = true;
    this.#worker = null;
    await worker.pause(true);
    const idle = await finishesWithin(graceMs, Promise.all([...this.#handling.values()].map(({ done }) => done)));
    if (!idle) this.#options.log.warn({ ids: [...this.#handling.keys()] }, 'handlers did not end in time');
    if (this.#lockRenewal) clearInterval(this.#lockRenewal);
    // Without force, a worker waits for an engine that is not reachable.
    const force = !idle || !this.#options.engine.reachable();
    // After a forced close, the worker would still wait for its next job.
    if (force) worker.getBackend().disconnectBlocking(false).catch(this.#onError);
    if (await finishesWithin(CLOSE_TIMEOUT_MS, worker.close(force))) return;
    await finishesWithin(CLOSE_TIMEOUT_MS, worker.getBackend().close(true));
  }

  async #process(job: Job, token = ''): Promise<void> {
    const id = job.id ?? '';
    if (this.#stopping) return this.#delay(job, token, RETURN_DELAY_MS);
    // The process was too busy to renew the lock of this id and got it a second time.
    if (this.#handling.has(id)) return;
    const handling: Handling = { done: this.#handle(id), token, rerunInMs: null };
    this.#handling.set(id, handling);
    await handling.done;
    this.#handling.delete(id);
    if (handling.rerunInMs !== null) await this.#delay(job, token, handling.rerunInMs);
  }

  async #handle(id: string): Promise<void> {
    // Starts asynchronously, so that `#handling` contains the id before the handler publishes it.
    await Promise.resolve();
    try {
      await this.#options.handler(id);
    } catch (error) {
      this.#options.log.error({ err: error, queue: this.#options.name, id }, 'the handler of a wake-up failed');
    }
  }

  async #delay(job: Job, token: string, delayMs: number): Promise<never> {
    await job.moveToDelayed(Date.now() + delayMs, token);
    // For BullMQ: the job is neither completed nor failed.
    throw new DelayedError();
  }

  /** Renews the locks of active handlers, and returns the jobs of killed processes to the queue. */
  #startLockRenewal(worker: BullWorker): NodeJS.Timeout {
    const renewLocks = async () => {
      const active = [...this.#handling];
      const tokens = active.map(([, { token }]) => token);
      const ids = active.map(([id]) => id);
      if (active.length > 0) await worker.extendJobLocks(ids, tokens, LOCK_MS);
      await worker.getBackend().moveStalledJobsToWait();
    };
    let busy = false;
    return setInterval(() => {
      // The previous renewal still waits for the engine.
      if (busy) return;
      busy = true;
      renewLocks()
        .catch(this.#onError)
        .finally(() => {
          busy = false;
        });
    }, LOCK_RENEWAL_MS);
  }
}

/** Whether `work` settled, successfully or not, before the timeout. */
async function finishesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const ended = work.then(
    () => true,
    () => true,
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const inTime = await Promise.race([ended, late]);
  clearTimeout(timer);
  return inTime;
}
