import type { Logger, Transaction } from '@cubit/core';
import type { JobKey } from './job-key.js';

/** How one type of job is done. Every process defines every type; those with the role `worker` run them. */
export interface JobDefinition<Input = unknown, Result = unknown> {
  /** Failures until it is `failed`. Default 5. */
  readonly maxAttempts?: number;
  readonly backoff?: Backoff;
  /**
   * Does it; what it returns is the job's `result`. It may be begun again at any time, after a failure or because its process was killed:
   * what must happen once is done in `transaction` together with `save`, and what `checkpoint` tells is not done again. An error that is
   * the caller's (4xx but 409 and 429) fails the job for good; any other is tried again.
   */
  handler(job: JobContext<Input>): Promise<Result>;
}

/** Rest before the next attempt: doubled with each failure, less a random part of it, so that what failed together does not return together. */
export interface Backoff {
  /** After the first failure. Default 1 s. */
  readonly firstMs?: number;
  /** Default 5 min. */
  readonly longestMs?: number;
}

/** What a handler is handed. */
export interface JobContext<Input = unknown> extends JobKey {
  readonly type: string;
  readonly input: Input;
  /** 1, and one more after each failure. */
  readonly attempt: number;
  /** Whoever asked for it; null for the system. */
  readonly createdBy: string | null;
  /** What `save` kept last; null on a first run. */
  readonly checkpoint: unknown;
  /**
   * Aborted when somebody cancels the job, when the process stops, and when another process has taken the job over. A handler that runs
   * for long looks at it between its steps: `signal.throwIfAborted()`.
   */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** How far it has come. Cheap: written now and then. */
  progress(done: number, total?: number): void;
  /** One transaction, refused where the job is no longer this process's: a step that two processes do takes effect once. */
  transaction<Value>(work: (tx: Transaction) => Promise<Value>): Promise<Value>;
  /**
   * At the end of a transaction that was begun otherwise, since it lasts for longer than the job's row may be held: throws where the job is
   * no longer this process's.
   */
  hold(tx: Transaction): Promise<void>;
  /** Within `transaction`, or after `hold`: keeps JSON that a later run finds as `checkpoint`, exactly where the step itself was committed. */
  save(tx: Transaction, checkpoint: unknown): Promise<void>;
}
