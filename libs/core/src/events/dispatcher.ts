import type { Kysely } from 'kysely';
import type { Logger } from '../contract/context.js';
import type { DatabaseSchema } from '../database/schema.js';
import { hasUnplaced, sequenceEvents, type OnPlaced } from './sequencer.js';

/** How often a process looks by itself: the net below wake-ups that were lost with a process or a connection. */
const POLL_MS = 1_000;

/** Places events as soon as they are committed. Any number of processes may run one. */
export class EventDispatcher {
  readonly #db: Kysely<DatabaseSchema>;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #again = false;
  readonly #consumers: { readonly onPlaced?: OnPlaced | undefined; readonly afterPlaced?: (() => void) | undefined }[] =
    [];

  constructor(db: Kysely<DatabaseSchema>, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /** Before `start`: whoever makes something of events. */
  use(consumer: { readonly onPlaced?: OnPlaced | undefined; readonly afterPlaced?: (() => void) | undefined }): void {
    this.#consumers.push(consumer);
  }

  start(): void {
    this.#timer ??= setInterval(() => this.wake(), POLL_MS);
    this.wake();
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#again = false;
    await this.#running;
  }

  /** Events were committed. Wake-ups that come while it works are worked off together afterwards. */
  wake(): void {
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = this.#work().finally(() => {
      this.#running = null;
      if (!this.#again) return;
      this.#again = false;
      this.wake();
    });
  }

  /** Waits until everything committed before the call has its place: what was answered is then in the log. */
  async settle(): Promise<void> {
    if (!(await hasUnplaced(this.#db))) return;
    const placed = await sequenceEvents(this.#db, async (tx, range) => {
      for (const { onPlaced } of this.#consumers) await onPlaced?.(tx, range);
    });
    if (placed > 0) for (const { afterPlaced } of this.#consumers) afterPlaced?.();
  }

  async #work(): Promise<void> {
    try {
      await this.settle();
    } catch (error) {
      // The next poll tries again; the events are in the table.
      this.#log.warn({ err: error }, 'events could not be dispatched');
    }
  }
}
