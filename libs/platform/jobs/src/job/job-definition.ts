import type { Logger } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import type { JobUndo } from './job-undo.js';
import type { JobKey } from './job-key.js';

/** Definition of a job type. Every process defines every type; processes with the role `worker` run the jobs. */
export interface JobDefinition<Input = unknown, Result = unknown> {
  /**
   * The queue of its wake-ups, which has workers of its own. Default: the one of the program's jobs. On that of modules, workspaces take turns,
   * and a type has no `turn`.
   */
  readonly queue?: string;
  /** Number of failures after which the job is `failed`. Default 5. */
  readonly maxAttempts?: number;
  readonly backoff?: Backoff;
  /** Jobs of a workspace with the same turn run one after the other, in the order in which they were created. Null: at any time. */
  turn?(input: Input): string | null;
  /** How an ended job is taken back. Default: it cannot be. */
  readonly undo?: JobUndo<Input>;
  /**
   * Runs the job and returns its `result`. The handler may start again at any time, after a failure or because its process was killed. Do
   * work that must happen once in `transaction` together with `save`, and skip the work that `checkpoint` records. What no retry helps
   * (`isTransient` of the contract) fails the job at once.
   */
  handler(job: JobContext<Input>): Promise<Result>;
}

/** Delay before the next attempt. It doubles with each failure, minus a random part, so that jobs that failed together do not retry together. */
export interface Backoff {
  /** Delay after the first failure. Default 1 s. */
  readonly firstMs?: number;
  /** Maximum delay. Default 5 min. */
  readonly longestMs?: number;
}

/** What a handler gets. */
export interface JobContext<Input = unknown> extends JobKey {
  readonly type: string;
  readonly input: Input;
  /** Starts at 1 and increases with each failure. */
  readonly attempt: number;
  /** The user who created the job; null for the system. */
  readonly createdBy: string | null;
  /** The last saved checkpoint; null on the first run. */
  readonly checkpoint: unknown;
  /**
   * Aborted when the job is cancelled, when the process stops, and when another process has taken over the job. A long handler checks it
   * between steps: `signal.throwIfAborted()`.
   */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** Reports progress. Cheap: it is written periodically. */
  progress(done: number, total?: number): void;
  /** Runs a transaction that locks the job. Throws if another process has taken over the job, so that a step takes effect once. */
  transaction<Value>(work: (tx: Transaction) => Promise<Value>): Promise<Value>;
  /**
   * Locks the job in another transaction. Call it at the end of a long transaction, so that the row is locked only briefly. Throws if another
   * process has taken over the job.
   */
  hold(tx: Transaction): Promise<void>;
  /** Saves JSON as the `checkpoint` of later runs, in the same transaction as the step. Only in `transaction` or after `hold`. */
  save(tx: Transaction, checkpoint: unknown): Promise<void>;
}
