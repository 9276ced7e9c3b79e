import type { Logger } from '@cubit/core/host';
import { BullConsumer } from './bull-consumer.js';
import type { BullEngine, BullQueue } from './bull-engine.js';
import type { RepeatedWarnings } from './repeated-warnings.js';
import type { ConsumeOptions, PublishOptions, StopOptions, WakeEngine, WakeHandler, WakeQueue } from './wake-queue.js';

const DEFAULT_GRACE_MS = 10_000;
/** Maximum number of ids per statement. */
const BATCH = 500;
const NAME = 'wake';

interface BullWakeQueueOptions {
  readonly engine: BullEngine;
  readonly log: Logger;
  readonly warnings: RepeatedWarnings;
}

/** Wake-ups as BullMQ jobs with the same id: publishing a waiting id again creates no second job. */
export class BullWakeQueue implements WakeQueue {
  readonly #engine: BullEngine;
  readonly #log: Logger;
  readonly #warnings: RepeatedWarnings;
  readonly #consumers = new Map<string, BullConsumer>();
  readonly #queues = new Map<string, BullQueue>();
  #opened: Promise<void> | null = null;
  #stopped: Promise<void> | null = null;
  #open = false;

  constructor({ engine, log, warnings }: BullWakeQueueOptions) {
    this.#engine = engine;
    this.#log = log;
    this.#warnings = warnings;
  }

  get engine(): WakeEngine {
    return this.#engine.name;
  }

  async publish(queue: string, ids: readonly string[], { delayMs = 0 }: PublishOptions = {}): Promise<void> {
    if (!this.#open) return;
    const consumer = this.#consumers.get(queue);
    const waiting = ids.filter((id) => !consumer?.rerunAfterwards(id, delayMs));
    if (waiting.length === 0) return;
    try {
      if (!this.#engine.reachable()) throw new Error('The queue cannot be reached.');
      await this.#add(queue, waiting, delayMs);
    } catch (error) {
      // A queue that was created during an outage may not recover; the next call creates a new one.
      this.#queues.delete(queue);
      this.#warnings.warn(error, `wake-ups of the queue '${queue}' could not be published; its sweeper publishes them`);
    }
  }

  consume(queue: string, handler: WakeHandler, { concurrency }: ConsumeOptions): void {
    if (this.#opened) throw new Error(`The queue '${queue}' must be consumed before the queues are started.`);
    if (this.#consumers.has(queue)) throw new Error(`The queue '${queue}' is consumed already.`);
    const { engine, log, warnings } = { engine: this.#engine, log: this.#log, warnings: this.#warnings };
    this.#consumers.set(queue, new BullConsumer({ name: queue, handler, concurrency, engine, log, warnings }));
  }

  start(): Promise<void> {
    this.#opened ??= this.#start();
    return this.#opened;
  }

  async ping(): Promise<void> {
    if (!this.#open) throw new Error('The queue is not open.');
    await this.#engine.ping();
  }

  async stop({ graceMs = DEFAULT_GRACE_MS }: StopOptions = {}): Promise<void> {
    this.#stopped ??= this.#stop(graceMs);
    await this.#stopped;
  }

  async #start(): Promise<void> {
    await this.#engine.open();
    this.#open = true;
    for (const consumer of this.#consumers.values()) consumer.start();
  }

  async #stop(graceMs: number): Promise<void> {
    // The caller of `start` has already received the error.
    await this.#opened?.catch(() => {});
    await Promise.all([...this.#consumers.values()].map((consumer) => consumer.stop(graceMs)));
    this.#open = false;
    for (const queue of this.#queues.values()) await queue.close();
    await this.#engine.close();
  }

  async #add(name: string, ids: readonly string[], delayMs: number): Promise<void> {
    const queue = this.#queue(name);
    // Finished jobs are removed: otherwise the same id could not be published again. The outcome is in the owner's row.
    const options = (jobId: string) => ({ jobId, removeOnComplete: true, removeOnFail: true, delay: delayMs });
    const [only] = ids;
    if (ids.length === 1 && only !== undefined) return void (await queue.add(NAME, null, options(only)));
    for (let start = 0; start < ids.length; start += BATCH)
      await queue.addBulk(ids.slice(start, start + BATCH).map((id) => ({ name: NAME, data: null, opts: options(id) })));
  }

  #queue(name: string): BullQueue {
    const known = this.#queues.get(name);
    if (known) return known;
    const queue = this.#engine.queue(name);
    queue.on('error', (error) => this.#warnings.warn(error, `the queue '${name}' could not be written`));
    this.#queues.set(name, queue);
    return queue;
  }
}
