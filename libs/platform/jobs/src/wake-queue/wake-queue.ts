/**
 * Carries wake-ups: "look at this row of yours". What is to be done, its state and its lease are rows of the owner's; the queue may forget
 * or repeat a wake-up at any time, so every owner has a sweeper that publishes again what has waited for longer than it should, and a
 * handler that finds nothing to do leaves it at that.
 */
export interface WakeQueue {
  /** Which engine carries it. */
  readonly engine: WakeEngine;
  /**
   * Wakes whoever consumes `queue`, once per id while that id waits. Published by the handler of that very id, it takes effect when the
   * handler has ended; published elsewhere while the handler runs, it may be dropped. Never throws and never waits for an engine that
   * cannot be reached: that costs a warning, and the owner's sweeper makes up for it. Before `start` and after `stop` it does nothing.
   * Ids hold no `:`.
   */
  publish(queue: string, ids: readonly string[], options?: PublishOptions): Promise<void>;
  /**
   * Before `start`, once per queue. `handler` is called for each id, `concurrency` at a time in this process. It answers for its own
   * failures: what it throws is logged and not tried again.
   */
  consume(queue: string, handler: WakeHandler, options: ConsumeOptions): void;
  start(): Promise<void>;
  /** Takes nothing new, waits for running handlers `graceMs` at most, lets go of every connection. Harmless when repeated. */
  stop(options?: StopOptions): Promise<void>;
}

export type WakeEngine = 'postgres' | 'redis';
export type WakeHandler = (id: string) => Promise<void>;

export interface PublishOptions {
  /** Not before then. Default 0. An id that waits already keeps its time. */
  readonly delayMs?: number;
}

export interface ConsumeOptions {
  /** Handlers at a time in this process. */
  readonly concurrency: number;
}

export interface StopOptions {
  /** How long running handlers may take; default 10 s. After that they are left to their owner's lease. */
  readonly graceMs?: number;
}
