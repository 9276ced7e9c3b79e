import type { TObject } from 'typebox';

/** What `enqueue` needs of a job: a value of `defineJob` has it. */
export interface EnqueuedJob<Input extends TObject = TObject> {
  readonly id: string;
  /** JSON. Stored until the job is deleted, so it has the ids of records rather than their contents, and no secrets. */
  readonly input: Input;
}

/** What `enqueue` takes in addition to the input. */
export interface EnqueueOptions {
  /**
   * Names the purpose, such as `order/<id>`: while a job with the same key is kept (by default 30 days after its end), another one is not created.
   * 1 to 200 characters. Default: each call creates a job.
   */
  readonly key?: string;
  /** Delay before the job starts, in ms. Default 0. */
  readonly delayMs?: number;
}
