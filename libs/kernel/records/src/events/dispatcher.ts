import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import type { Logger } from '@cubit/core/host';
import type { DatabaseSchema } from '@cubit/database';
import { hasUnsequenced, type OnSequenced, sequenceEvents } from './sequencer.js';

/** How often a process polls, in case a wake-up was lost with a process or a connection. */
const POLL_MS = 1_000;

/** Sequences events as soon as they are committed. Any number of processes may run one. */
export class EventDispatcher {
  readonly #db: Kysely<DatabaseSchema>;
  readonly #log: Logger;
  /** Dispatching has no time limits of an export or a job that wakes it, and neither has what it wakes in turn. */
  readonly #detached = AsyncLocalStorage.snapshot();
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #again = false;
  readonly #consumers: {
    readonly onSequenced?: OnSequenced | undefined;
    readonly afterSequenced?: (() => void) | undefined;
  }[] = [];

  constructor(db: Kysely<DatabaseSchema>, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /** Adds a consumer of sequenced events. Call it before `start`. */
  use(consumer: {
    readonly onSequenced?: OnSequenced | undefined;
    readonly afterSequenced?: (() => void) | undefined;
  }): void {
    this.#consumers.push(consumer);
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#run({ isPoll: true }), POLL_MS);
    this.#run({ isPoll: true });
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#again = false;
    await this.#running;
  }

  /** Call it when events were committed. Wake-ups that arrive during a run are handled by one further run. */
  wake(): void {
    this.#run({ isPoll: false });
  }

  /** Sequences every event that was committed before the call, so that the log contains it. */
  async sequencePending(): Promise<void> {
    if (await hasUnsequenced(this.#db)) await this.#sequence();
  }

  #run({ isPoll }: { readonly isPoll: boolean }): void {
    if (this.#running) {
      this.#again ||= !isPoll;
      return;
    }
    this.#running = this.#detached(() => this.#work({ isPoll })).finally(() => {
      this.#running = null;
      if (!this.#again) return;
      this.#again = false;
      this.wake();
    });
  }

  async #sequence(): Promise<void> {
    const placed = await sequenceEvents(this.#db, async (tx, range) => {
      for (const { onSequenced } of this.#consumers) await onSequenced?.(tx, range);
    });
    if (placed > 0) for (const { afterSequenced } of this.#consumers) afterSequenced?.();
  }

  async #work({ isPoll }: { readonly isPoll: boolean }): Promise<void> {
    try {
      await (isPoll ? this.sequencePending() : this.#sequence());
    } catch (error) {
      // The next poll tries again; the events are in the table.
      this.#log.warn({ err: error }, 'events could not be dispatched');
    }
  }
}
