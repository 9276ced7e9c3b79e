/**
 * Carries wake-ups: an id that tells the owner to process a row. The work, its state and its lease are in the owner's table. The queue may
 * lose or repeat wake-ups, so every owner has a sweeper that publishes overdue ids again and a handler that ignores ids with nothing to do.
 */
export interface WakeQueue {
  /** The engine of the queue. */
  readonly engine: WakeEngine;
  /**
   * Wakes a consumer of `queue`, once per waiting id. If the handler of an id publishes the same id, it runs again after it has ended; if
   * another process publishes the id while its handler runs, the wake-up may be lost. Never throws and never waits for an engine that is not
   * reachable: it logs a warning, and the owner's sweeper publishes the ids later. No effect before `start` and after `stop`. Ids must not
   * contain `:`.
   */
  publish(queue: string, ids: readonly string[], options?: PublishOptions): Promise<void>;
  /**
   * Registers the handler of a queue; once per queue, before `start`. At most `concurrency` handlers run at the same time in this process. An
   * error of the handler is logged and not retried.
   */
  consume(queue: string, handler: WakeHandler, options: ConsumeOptions): void;
  start(): Promise<void>;
  /** Rejects if the engine does not respond or the queue is not started. Has no timeout of its own. */
  ping(): Promise<void>;
  /** Stops consuming, waits at most `graceMs` for running handlers, and closes all connections. Idempotent. */
  stop(options?: StopOptions): Promise<void>;
}

export type WakeEngine = 'postgres' | 'redis';
export type WakeHandler = (id: string) => Promise<void>;

export interface PublishOptions {
  /** Delay of the wake-up. Default 0. A waiting id keeps its time. */
  readonly delayMs?: number;
}

export interface ConsumeOptions {
  /** Maximum number of concurrent handlers in this process. */
  readonly concurrency: number;
}

export interface StopOptions {
  /** Time for running handlers to finish. Default 10 s. Then the owner's lease applies. */
  readonly graceMs?: number;
}
